import type { SpokenWords } from "./spoken-words.ts";

/** Hindi and Marathi as people type them in Latin letters. */
export const hinglish: SpokenWords = {
  numbers:
    "shunya|shoonya|sunya|sifar|jero|ziro ek|aik do|dho teen|tin char|chaar|chhar paanch|panch|paach|pach|paanc chhe|chhah|chheh|che|chah|chha|cheh saat|sat|saath aath|aat|aatth|ath nau|nou|naw " +
    "das|dus gyarah|gyaarah|gyara barah|baarah|bara terah|tera chaudah|chodah pandrah|pandra solah|sola satrah|satra atharah|athara unnis|unnees " +
    "bees|bis ikkis|ikkees bais|baees|baaees teis|teyis|teees chaubis|chaubees pachis|pachchis|pachees chhabbis|chabbis sattais|sattaees atthais|atthaees untis|unatis tees|tis " +
    "iktis|ikattis battis|battees taintis|tentis chauntis|chautis paintis|pentis chhattis|chattis saintis|santis adtis|artis untalis|unchalis chalis|chalees|chaalis " +
    "iktalis|iktaalis bayalis|bayaalis taintalis|tentalis chauvalis|chavalis paintalis|paintaalis|pentalis chhiyalis|chiyalis saintalis|santalis adtalis|artalis unchas|unanchas pachas|pachaas " +
    "ikyavan|ikavan bavan|baavan tirpan|tirepan chauvan|chawan pachpan chhappan|chappan sattavan|satavan atthavan|athavan unsath sath|sathh " +
    "iksath basath|baasath tirsath|tiresath chaunsath|chausath painsath|pensath chhiyasath|chiyasath sadsath|sarsath adsath|arsath unhattar sattar|satar " +
    "ikhattar|ikahattar bahattar tihattar chauhattar pachhattar|pachahattar chhihattar|chihattar satahattar|sathattar athhattar|athahattar unasi|unyasi assi|asi " +
    "ikyasi bayasi tirasi chaurasi pachasi chhiyasi|chiyasi sattasi|satasi atthasi|athasi navasi nabbe|nabbay|navve " +
    "ikyanave|ikyanbe banave|baanve|banve tiranave|tiranve chauranave|chauranve panchanave|pachanve chhiyanave|chiyanve sattanave|sattanve atthanave|atthanve ninyanave|ninyanve|ninanve",
  transcribed: "- - don - - - saha - - nav|nauu",
  scales: { 100: "sau|sou|shambhar", 1000: "hazaar|hazar|hajar|hajaar", 100_000: "laakh", 10_000_000: "karod|karor" },
  repeats: { 2: "dabal|dugna|dobar", 3: "tripal|tibar" },
  dot: "dott",
  point: "bindu",
  com: "",
  at: "et",
  joiners: "aur phir fir tatha ya uske baad ani",
  call: "karo lagao",
  clock: "baje",
  pin: "",
  networks: "telegram",
  on: "par pe pr mein me",
  notNames:
    "hum hume humein humko hamare hamari hamara aap aapka aapki aapke aapko mera meri mere mujhe unka unki unke usko use kisi koi kuch " +
    "sirf abhi yahan wahan kahan kab kaise kya kyun jo agar lekin bhi hi to hai hain tha thi the ho hota hoti hote kar karo kare karein karen karna karega karenge krna krdo kijiye button " +
    "ke ki ka ko se mein par pe bhejo bheje bhejein bhejiye likho likhein likhiye jawab sawaal sandesh madad log logon dost paisa paise milega milegi " +
    "milta milti naam nahi nahin na mat haan ek doosra dusra naya nayi wala wali wale sabhi sab turant seedha seedhe pehle baad baat team",
};
