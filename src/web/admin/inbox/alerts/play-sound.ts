let context: AudioContext | undefined;

/** Two short tones: frequencies in Hz, times in seconds. */
const tones = [
  { at: 0, frequency: 660 },
  { at: 0.16, frequency: 880 },
];
const length = 0.22;
const volume = 0.15;

/** Browsers let a page play only after a press; later, the sound would come out of place. */
const startsWithinMs = 500;

/** Plays the sound of an alert, if the browser lets this page play. */
export async function playSound(): Promise<void> {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  await Promise.race([context.resume(), new Promise((resolve) => void setTimeout(resolve, startsWithinMs))]);
  if (context.state !== "running") return;
  for (const { at, frequency } of tones) {
    const start = context.currentTime + at;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.linearRampToValueAtTime(volume, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
