/**
 * Runs in the document, before any script file: fetches the scripts once the page is painted, or at the first touch.
 * Kept as text, since its hash stands in the Content Security Policy. `data-src` lists the entry and the files it will need.
 */
export const loaderScript = `(()=>{let on=0;const[entry,...rest]=document.currentScript.dataset.src.split(" ");const load=()=>{if(on++)return;for(const href of rest){const link=document.createElement("link");link.rel="modulepreload";link.fetchPriority="low";link.href=href;document.head.append(link)}const script=document.createElement("script");script.type="module";script.fetchPriority="low";script.src=entry;document.head.append(script)};addEventListener("pointerdown",load,{once:true,capture:true});addEventListener("keydown",load,{once:true,capture:true});requestAnimationFrame(()=>setTimeout(load))})()`;
