import type { SpokenWords } from "../spoken-words.ts";

export const spoken: SpokenWords = {
  numbers:
    "zero|oh|nought|naught|nil one two three four five six seven eight nine|niner ten eleven twelve thirteen fourteen " +
    "fifteen sixteen seventeen eighteen nineteen",
  tens: "twenty thirty forty|fourty fifty sixty seventy eighty ninety|ninty",
  scales: { 100: "hundred", 1000: "thousand", 100_000: "lakh|lac|lakhs|lacs", 10_000_000: "crore|crores" },
  repeats: { 2: "double|dbl", 3: "triple|treble|thrice", 4: "quadruple" },
  times: "times",
  dot: "dot",
  beforeDot:
    "a|an|the|each|every|any|one|no|this|that|its|extra|missing|wrong|same|first|last|red|green|blue|grey|gray|yellow|orange|black|white|small|big|coloured|colored|or|and",
  point: "point|period|fullstop",
  com: "com|net|org|biz|xyz|info|io|cc|ru|cn",
  slash: "slash",
  at: "at the rate of|at the rate|at sign|at",
  joiners: "and then plus dash hyphen space point followed by next comma n or also",
  call: "call dial phone ring tel telephone sms",
  clock: "am pm hrs hr h o'clock",
  pin: "pin pincode pincodes zip",
  networks:
    "telegram tg insta|instagram|ig facebook|fb messenger twitter signal viber skype snapchat|snap discord threads whatsapp youtube",
  on: "on in at via through over",
  notNames:
    "us our your my me them him her it you we they i the a an this that these those here there now today tonight tomorrow always only " +
    "again later first once twice daily directly privately safely quickly anytime also too ever never team teams support desk helpdesk help " +
    "agent agents people person staff someone somebody anyone anybody everyone everybody nobody strangers stranger friend friends " +
    "customer customers member members visitor visitors user users player players owner owners operator admin admins manager " +
    "message messages messaging reply replies answer answers question questions update updates news score scores result results offer " +
    "offers tip tips chat chats channel channels group groups account accounts profile profiles page pages contact contacts link " +
    "links address number numbers code codes photo photos picture pictures screenshot screenshots proof proofs file files detail details " +
    "request requests complaint complaints issue issues problem problems report reports inquiry inquiries case cases ticket tickets " +
    "withdrawal withdrawals deposit deposits payment payments money bonus password passwords anything something nothing everything " +
    "what which who whom where when how why if or and but as is are was were be been do does did has have had can may will would " +
    "should must not no yes posts post posted live active available online offline open closed one two three more less least " +
    "most much many few all any both each every other others another same such own real fake genuine official false true " +
    "asked sent send sending write writes written wrote reach reached find found follow followers following join joined see seen " +
    "save saved share shared paste pasted for from with without about before after while until since than then so just still " +
    "whatsapp telegram instagram facebook messenger twitter youtube email phone website app apps bot bots named called scam scammer " +
    "scammers fraud impostor impostors impersonators seller sellers brand bank banks of to into onto by up out off over under between username usernames " +
    "handle name names id ids search settings story stories desktop mobile web version notification notifications opens works " +
    "asks instead please yet like matches match cricket games english hindi tamil telugu bengali marathi hours minutes replied " +
    "shown displayed listed mentioned missing changed verified copied visible hidden printed given public private optional correct " +
    "asking calls call groups admins comments comment support's team's",
  rupees: "rupee rupees",
  number: "number",
};
