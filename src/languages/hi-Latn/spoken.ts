import type { SpokenWords } from "../spoken-words.ts";

const each = (stems: string, endings: string) =>
  stems.split(" ").flatMap((stem) => endings.split(" ").map((ending) => stem + ending.replace("-", "")));

/** Forms of common verbs, which stand where English has a name: `Telegram par message bhejne ke baad`. */
const verbs = [
  ...each(
    "kar bhej maang mang dekh likh padh khol daal chun bol bhool bhul ruk samajh khel chal lag rakh hat chhod dik dikh " +
      "mil bach puchh pooch poochh nikal jeet haar badal jud jod pakad khareed sun jaan rok bhar bech ban sambhal " +
      "pehchan thag jeetw karw dilw hatw bhejw",
    "- a e i o na ne ni ta te ti kar ke ein en iye iyega unga ungi enge ega egi oge wana wane wata wate",
  ),
  ...each(
    "aa ja pa kha la bata hata dikha chala laga bana bula mila dila kama batla samjha",
    "- o na ne ni ta te ti kar ya ye yi yein yen iye iyega unga ungi yenge enge yega ega yegi egi oge",
  ),
  ...each("kiy diy liy gay piy hu rakkh", "a e i"),
  ...each("sak chuk rah reh chah", "a e i o ta te ti na ne ni ein"),
  ...each("de le ho", "na ne ni ta te ti ga gi nge kar ke do lo"),
];

/** Hindi and Marathi as people type them in Latin letters. */
export const spoken: SpokenWords = {
  numbers:
    "shunya|shoonya|sunya|shuny|sifar|jero|jiro|ziro ek|aik do|dho teen|tin char|chaar|chhar paanch|panch|paach|pach|paanc chhe|chhah|chheh|che|chah|chha|cheh|chhai saat|sat|saath aath|aat|aatth|ath|aanth nau|nou|naw " +
    "das|dus gyarah|gyaarah|gyara barah|baarah|bara terah|tera chaudah|chodah pandrah|pandra solah|sola satrah|satra atharah|athara unnis|unnees " +
    "bees|bis ikkis|ikkees bais|baees|baaees teis|teyis|teees chaubis|chaubees pachis|pachchis|pachees chhabbis|chabbis sattais|sattaees atthais|atthaees untis|unatis tees|tis " +
    "iktis|ikattis battis|battees taintis|tentis chauntis|chautis paintis|pentis chhattis|chattis saintis|santis adtis|artis untalis|unchalis chalis|chalees|chaalis " +
    "iktalis|iktaalis bayalis|bayaalis taintalis|tentalis chauvalis|chavalis paintalis|paintaalis|pentalis chhiyalis|chiyalis saintalis|santalis adtalis|artalis unchas|unanchas pachas|pachaas " +
    "ikyavan|ikavan bavan|baavan tirpan|tirepan chauvan|chawan pachpan chhappan|chappan sattavan|satavan atthavan|athavan unsath sath|sathh " +
    "iksath basath|baasath tirsath|tiresath chaunsath|chausath painsath|pensath chhiyasath|chiyasath sadsath|sarsath adsath|arsath unhattar sattar|satar " +
    "ikhattar|ikahattar bahattar tihattar chauhattar pachhattar|pachahattar chhihattar|chihattar satahattar|sathattar athhattar|athahattar unasi|unyasi assi|asi " +
    "ikyasi bayasi tirasi chaurasi pachasi chhiyasi|chiyasi sattasi|satasi atthasi|athasi navasi nabbe|nabbay|navve " +
    "ikyanave|ikyanbe banave|baanve|banve tiranave|tiranve chauranave|chauranve panchanave|pachanve chhiyanave|chiyanve sattanave|sattanve atthanave|atthanve ninyanave|ninyanve|ninanve",
  transcribed: "- - don thri|thiri - faiv|faaiv saha|siks sevan|sewan eit|ait nav|nauu|nain|naain",
  scales: { 100: "sau|sou|shambhar", 1000: "hazaar|hazar|hajar|hajaar", 100_000: "laakh", 10_000_000: "karod|karor" },
  repeats: { 2: "dabal|dubal|doubal|dugna|dobar|dobaar", 3: "tripal|trippal|tibar" },
  times: "baar|bar|dafa|dafaa",
  dot: "dott|daat|daut",
  point: "bindu",
  com: "",
  at: "et",
  joiners: "aur phir fir tatha ya uske baad ani",
  call: each(
    "call phone fone dial",
    String.raw`\skaro \skare \skarein \skaren \skijiye \slagao \slagaye \sghumao \smilao`,
  ).join(" "),
  clock: "baje",
  pin: "",
  networks: "telegram",
  on: "par pe pr mein me",
  beforeDot:
    "ek|do|teen|tin|char|chaar|paanch|koi|kuch|har|bhi|hara|hare|hari|laal|lal|neela|neele|peela|peele|safed|kaala|kaale|chhota|chhote|bada|bade|" +
    "galat|sahi|pehla|pehle|aakhri|upar|neeche|beech|yeh|ye|woh|wo|is|us|sirf|bina|mein|me|par|ka|ke|ki|se|aur|ya|na|wala|wale",
  afterDot:
    "ya|aur|nahi|nahin|nhi|hai|hain|ho|hota|hote|par|wala|wale|wali|ka|ko|mein|dikhe|dikhta|dikhega|bhi|toh|lagta|laga|dabayein|dabao|dekho|dekhein",
  notNames: [
    ...verbs,
    "hum hume humein humen humko hamen hamein humse humne aap aapka aapki aapke aapko aapse aapne mera meri mere mujhe mujhse maine unka unki unke " +
      "unko unse inka inki inke inko usko use uska uski uske isko iska iski iske isse usse kisi kisko kisne koi kuch khud apna apne apni sabko sabse sabka " +
      "hamare hamari hamara humara humare humari sirf abhi yahan wahan kahan jahan yahin wahin kahin kahi kab jabki tabhi kabhi kaise jaise waise aise kaisa jaisa aisa " +
      "kaisi aisi kya kyun kyu kyunki kyonki jo agar magar lekin warna varna taaki isliye jabki halaanki bhi hi to toh hai hain tha thi the tab jab tak bas " +
      "ke ki ka ko se mein par pe sath saath liye wajah bina baare bare andar bahar upar neeche niche saamne samne paas pass pichhe peeche aage beech taraf " +
      "jawab sawaal sawal sandesh madad maddad shikayat jaankari jankari khabar log logo logon dost doston dosto bhai bhaiya bhaiyo bhaiyon yaar didi behen behan sirji madam " +
      "khiladi khiladiyon walon walo waalon baccha bachche bachchon parivaar ghar gharwalon admin admins adminon executive expert experts officer staff employee agent agents manager managers " +
      "paisa paise paison rupaye rupee rupees rupya milega milegi naam namaste namaskar shukriya dhanyavaad dhanyawad kripya please plz nahi nahin nhi na mat haan haanji bilkul zaroor jarur jaroor " +
      "ek doosra doosre doosri dusra dusre dusri naya naye nayi purana purane purani asli nakli farzi jhootha jhoothe jhoothi galat sahi alag poora poore poori pura pure puri saara saare saari sara sare sari " +
      "wala wale wali waala waale waali sabhi sab turant jaldi seedha seedhe sidha pehle pahle baad baat baatcheet dobara dubara hamesha zyada jyada thoda thodi thode bahut bohot kaafi kafi achha acha accha ache achche " +
      "aasaan asaan mushkil zaroori jaroori chhota chhoti bada badi bade team milte milta milti julta julte julti jaisi waisi kisike roz aaj subah shaam dopahar raat ghante ghanta minute din hafte mahine saal " +
      "button link links site page pages app number account message reply chat group channel screenshot withdrawal deposit bonus match score tips update",
  ].join(" "),
  to: "ko",
  rupees: "rupaye",
};
