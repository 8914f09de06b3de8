/** Measures: `npm run bench -- inbox`. It says by itself what it measures, and changes nothing outside a temporary folder. */
const benches = ["inbox"];

const [name = ""] = process.argv.slice(2);
if (benches.includes(name)) {
  // React and Fastify answer as they do in production.
  process.env.NODE_ENV = "production";
  await import(new URL(`../bench/${name}.ts`, import.meta.url).href);
} else {
  console.error(`There is no bench "${name}". There are: ${benches.join(", ")}.`);
  process.exitCode = 1;
}
