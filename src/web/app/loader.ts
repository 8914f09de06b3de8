/**
 * Runs inline before any script file: fetches the scripts once the browser is idle after the first paint with content,
 * or at the first input. A browser may paint nothing or the header alone before that, and a requested frame runs before
 * the paint; fetches would compete with it. The manifest comes with them: a browser fetches one in
 * the document at once, before the paint. Kept as text, since its hash is in the Content
 * Security Policy. `data-src` lists the files that the entry needs; the element before it has the entry, and the import
 * map before that the integrity of the others. Its Trusted Types policy, the only one that the site allows, creates one
 * URL, the entry's. Kept short: every page contains it. `manifest` is the path of the language's.
 */
export const loaderScript = (manifest: string) =>
  "(d=>{let " +
  'on,s=d.currentScript,e=s.previousSibling,{src,integrity}=e,m=JSON.parse(e.previousSibling.text).integrity,{trustedTypes:p,requestIdleCallback:idle=setTimeout}=self,add=(n,o)=>d.head.append(Object.assign(d.createElement(n),o,{fetchPriority:"low"})),load=()=>{if(on)return;on=1;for(let ' +
  'href of s.dataset.src.split(" ' +
  '"))add("link",{rel:"modulepreload",integrity:m[href],href});add("script",{type:"module",integrity,src});add("link",{rel:"manifest",href:"' +
  manifest +
  '"})};if(p)src=p.createPolicy("loader",{createScriptURL:()=>src}).createScriptURL("");addEventListener("pointerdown",load,true);addEventListener("keydown",load,true);new ' +
  'PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&idle(load,{timeout:1e3})).observe({type:"paint",buffered:true})})(document)';
