/**
 * Runs in the document, before any script file: fetches the scripts once the page is painted, or at the first touch. A frame that was
 * asked for comes before the paint, and what is fetched then competes with it.
 * Kept as text, since its hash stands in the Content Security Policy. `data-src` lists the files that the entry will need; the entry
 * itself stands in the element before it, and the integrity of the others in the import map before that.
 * Its Trusted Types policy, the only one that the site allows, makes one address, the entry's. Written short: it is in every page.
 */
export const loaderScript = `(d=>{let on,s=d.currentScript,e=s.previousSibling,{src,integrity}=e,m=JSON.parse(e.previousSibling.text).integrity,p=self.trustedTypes,add=(n,o)=>d.head.append(Object.assign(d.createElement(n),o,{fetchPriority:"low"})),load=()=>{if(on)return;on=1;for(let href of s.dataset.src.split(" "))add("link",{rel:"modulepreload",integrity:m[href],href});add("script",{type:"module",integrity,src})};if(p)src=p.createPolicy("loader",{createScriptURL:()=>src}).createScriptURL("");addEventListener("pointerdown",load,true);addEventListener("keydown",load,true);new PerformanceObserver(load).observe({type:"paint",buffered:true})})(document)`;
