import type { TestingTexts } from "../testing-texts.ts";

export const texts: TestingTexts = {
  innocent: `
Aapka ₹{2,350|500|12,500|1,00,000} ka withdrawal {12 March|3 May 2026|28/11/2026} ko bhej diya gaya.
₹{100|500} se ₹{50,000|2,00,000} tak ka deposit {10|15} minute mein add ho jata hai.
Kripya 12 digit ka UTR aur payment ka {time|date} likhein.
Hum {5 minute|2 ghante|24 ghante|ek ya do din} mein reply karte hain.
Roz {subah 9 baje se raat 9 baje|10:00 se 22:00} tak khula hai.
Apna {OTP|PIN|password} kisi ko mat batao, humein bhi nahi.
India ne {5 wicket|23 run|saat wicket} se match jeeta; score {245/6 (20 ov)|198/10} tha.
App ka version {2.4.1|3.0} {Android 14|iOS 17} par chalta hai.
PIN code {560001|110001} likho.
{2%|1.5%|do percent} fee lagti hai, kam se kam ₹{10|25}.
Bank ne ₹{1,499|2,999} wapas kar diye; account number check karo.
Limit ₹{10,000 se ₹25,000|5,000 se ₹10,000} kar di hai.
Offer {1 se 15 December 2026|31/12/2025 se 05/01/2026} tak hai.
Hum kabhi pehle paise nahi maangte, na {UPI|bank} se na cash.
Telegram par humein {likhein|message karein}; link isi page par hai.
Hamara Telegram channel {upar|neeche} wale button se kholo.
Agar koi {Telegram|WhatsApp|Facebook} par pehle message kare to woh hum nahi hain.
Green dot dikhe to hum online hain.
Kripya withdrawal_proof ki {photo|PDF} bhejo.
{name} ji, aapka reference {reference} hai.
Aadhaar ke pehle aath number chhupa kar photo bhejo.
Card ke aakhri chaar number kaafi hain.
Ek slip mein {paanch|das|bees} bet tak laga sakte ho.
Odds {1.85 se 1.92|2.10 se 2.05} ho gaye.
Bonus {100%|50%} hai, ₹{10,000|5,000} tak, {7|30} din mein.
Minimum age {18|atharah} saal hai.
Daily limit ₹{500, ₹1,000 ya ₹5,000|100 ya ₹200} rakh sakte ho.
Complaint ka jawab {15 din|24 ghante} mein milta hai.
Sunday ko {02:00–04:00|raat 2 baje se 4 baje} maintenance hai.
File {5|10} MB tak ki {JPEG|PNG} ho.
Code har {30|60} second mein badalta hai.
Do hazaar paanch sau rupaye {Friday|kal} tak wapas aa jayenge.
{Mumbai aur Chennai|India aur Australia} ka match {shaam 7:30 baje|14:00} shuru hoga.
Hamare {10,000|12,345|das hazaar} se zyada members hain, rating {4.9/5|4.7/5}.
Do teen din lag sakte hain, chaar se zyada nahi.
Email nahi aaya to {spam folder|inbox} dekho.
Sirf apne naam ke bank account se payment karo.
UPI ID wahi likho jo app mein {dikhti hai|likhi hai}.
Aapka ticket number {4|17|203} hai; {paanch|das|45} minute rukiye.
₹{750|8,499|15,000.00} {subah 11:42|raat 11:05} baje wallet mein aa gaye.
Rs. {500|1000|2500} {3 se 5|5-7|do} working days mein wapas aayenge.
Payment nahi mila; bank wala UTR bhejo, order number nahi.
withdrawal_proof_{1|2}.{jpg|pdf} blur hai, dobara bhejo.
₹{10,000|100} se upar ki jeet par {30%|31.2%} TDS katta hai.
Deposit par 28% GST; {₹1,000 mein se ₹781.25|₹500 mein se ₹390.63} khelne ke liye bachte hain.
Aapka account {4321|XX89} par khatam hota hai, sahi hai?
IFSC {HDFC0001234|SBIN0005943} doosri branch ka hai.
{India|England} ne {187/4 (17.3 ov)|304/8|18.4 over mein 156 all out} banaye, target {188|223} hai.
Last over mein {12 run|chhe ball par 14 run} chahiye.
DLS se naya target {15 over mein 142|11 over mein 96} hai.
Toss {shaam 7 baje|6:30 baje}, match {aadhe ghante|30 minute} baad.
{WELCOME50|DIWALI25} code se {50%|25%|₹200} milte hain.
Reply mein {FD-7K2M-9QXA|ticket #48213} likho.
Aaj {37|dedh hazaar|2.4 lakh} message aaye, jawab mein {45 minute|2-3 ghante} lagenge.
{2 October|15 August aur 26 January} ko band; agle din {9|10} baje se khula.
Minimum withdrawal ₹{500|1,000}, maximum ₹{2,00,000 roz|10,00,000 mahine mein}.
Naye OTP ke liye {60|120} second ruko; {5|3} galat try par account {24 ghante|30 minute} band.
OTP {4|6} digit ka hota hai aur {10|5} minute chalta hai.
UPI reference 12 digit ka, NEFT ka {16|22} digit ka hota hai.
Hamare channel ke naam mein koi dot, number ya underscore nahi hai.
Blue tick ke bina {Instagram|Facebook} page hamara nahi hai.
{Telegram|WhatsApp} ke fake account ko upar ke teen dot se report karo.
Hum {WhatsApp|Telegram} par {9|10} se {9|6} baje tak reply karte hain.
{24 ghante, 7 din ya 30 din|chhe hafte} ka break le sakte ho.
Har {15, 30 ya 60|45} minute par reminder aata hai.
{18 saal se bade|kuch states mein 21 saal ke} log hi khelein.
Complaint par {24|48} ghante mein jawab aur {15|30} din mein faisla.
Jackpot ₹{1,25,43,210|9,87,650} ka hai.
{5,120|1,04,000} players ne ₹{2.5 crore|48 lakh} baante.
Das mein se nau jawab {paanch|aath} minute mein aate hain.
Ek, do, teen: match, market aur amount chuno.
{Do|3} payment dikhe: ₹{300, 10:01 baje aur ₹300, 10:04 baje|1,000, 3 May ko aur ₹2,000, 5 May ko}.
{100|2,500} points ₹{10|250} ke barabar hain, {180|365} din chalte hain.
{3|5} doston ko bulao, har ek par ₹{50|100}.
Paanch sau pachaas rupaye {kal|parson} aa jayenge.
Saadhe {teen|saat} baje tak {Asha|Ravi} hain.
{Telegram|Instagram|Facebook} par message bhej sakte hain.
Aap humein Telegram par message kar sakte hain.
WhatsApp par chat karna ho toh neeche ka button dabayein.
Instagram par contact karne wale fake accounts se bachein.
Telegram par search karne par kai fake channel milenge.
Facebook par message aaya toh pehle yahan check karein.
Kisi ne Telegram par contact kiya ho toh humein batayein.
Telegram par reply aane mein {10 minute|ek ghanta} lag sakte hain.
WhatsApp par message bhejne ke baad 5 minute wait karein.
Telegram se contact karna sabse aasaan hai.
Telegram channel join karne ke liye link kholein.
Hum {Telegram|WhatsApp|Instagram} par kabhi paise nahi maangte.
Koi aapko Telegram par message kare toh uska number check karein.
Instagram par follow karna na bhoolein, aur Facebook par like karein.
Agar dost ko Telegram par bhejna hai toh share button dabayein.
Apne doston ko WhatsApp par bata do.
Apna password kisi ko na do, OTP bhi mat do.
Do log do din se wait kar rahe hain.
{Do|Teen} baar try karein, phir bhi na ho toh humein likhein.
Do baar paise kat gaye toh screenshot bhejein.
Teen baar galat password daalne par account 24 ghante band ho jata hai.
Aap ek se zyada number bhi check kar sakte hain.
Humare saath khelne ke liye umar 18 saal honi chahiye.
Match {saat|aath} baje hai, {nau|gyarah} baje tak khatam hoga.
Subah {nau|9} se raat {das|10} baje tak call karein.
Aaj saat log online hain, kal nau the.
{Ek do|Do teen|Paanch saat} din mein paise aa jayenge.
Paanch saat minute ruk jayein.
Chhe mein se chaar wicket gir gaye, do over baaki hain.
Rohit ne sau run banaye, Virat ne pachas.
Sachin ke naam par ek naya record hai.
Aath baje ke baad call na karein, subah nau baje karein.
Team mein gyarah khiladi hote hain, baarah nahi.
Char number ka code email mein aayega.
Chaar digit ka PIN kabhi kisi ko na batayein.
Tera account verify ho gaya hai.
Tera paisa kal tak aa jayega bhai.
Bara minute mein reply aa gaya.
{Das hazaar rupaye|₹12,500|Rs. 2,350} ka withdrawal do ghante mein ho gaya.
Do lakh tak ka bonus mil sakta hai.
At the end of the match result dekhein.
Payment at bank counter nahi hota, sirf online hota hai.
Paytm se payment ho jata hai, par personal account mein nahi.
UPI ya Paytm par paise bhejne se pehle naam check karein.
PhonePe at night kabhi kabhi slow hota hai.
UPI se payment karte time naam zaroor dekhein.
Humara support on time reply karta hai.
Google Pay on hai, Paytm off hai.
Point table mein India number ek par hai.
Teen dot wale menu par tap karein.
Naam mein ek bhi dot ya dash nahi hai.
Aapka reference K7P-4MX hai, isko sambhal kar rakhein.
Call karo ya message karo, dono chalega.
Humari team ko aapka message mil gaya, ek ghante mein reply karenge.
KYC mein do photo chahiye: ek aage ki, ek peeche ki.
Ek baar me ek hi withdrawal hota hai.
Batting order: ek Rohit, do Gill, teen Virat, chaar Iyer.
Har over mein chhe ball hoti hain, bees over mein ek sau bees.
Net banking se paise teen se paanch din mein aate hain.
Facebook ya Instagram par jo ads dikhte hain woh humare nahi hain.
Aap chahein toh Messenger par bhi humse baat kar sakte hain.
Signal weak ho toh page reload karein.
Discord aur Snapchat par humara koi account nahi hai.
Telegram wale fake admin ko block kar dein.
Kripya Telegram par apna UTR mat bhejiye.
Telegram par milne wale tips humare nahi hain.
Twitter par likha tha ki match 7:30 baje hai.
Withdrawal ke liye {Telegram|WhatsApp} par aane ki zaroorat nahi.
Instagram ID ya Facebook ID maangne wale ko kuch na dein.
Telegram username humara sirf is page par likha hai.
Use code IPL2026, Paytm users ko extra cashback milta hai.
WELCOME50 aur Paytm dono se offer lagta hai.
Isi naam ka Telegram channel fake hai, report karein.
Humare naam se milta julta WhatsApp account dikhe toh batayein.
Telegram par humare naam se koi paise maange toh mat dena.
Telegram par kisi agent se baat karne ki zaroorat nahi.
Deposit karo {500|1000} aur bonus pao.
Minimum 500 ka deposit karo, maximum 5000.
Bet lagao 100 se 5000 tak.
Daanv lagao 500 ya 1000.
Recharge karo 299 ka aur khelo.
Do baar 500 rupaye kate, ek baar wapas aaye.
Teen baar nau run bane, do baar chaar.
UTR mein {12|16|22} digit hote hain, {bank app|passbook} mein dekhein.
{12 March|3 May 2026|28/11/2026} ko aapke ₹{2,350|49,999} bhej diye gaye.
India {245/6 (20 ov)|198/10} par tha jab baarish aayi, {Rohit|Virat} ne {50|sau} banaye.
Lakh do lakh ka jackpot hai, par khelein limit mein.
Aapki pichli baatcheet {reference} par jaari hai, {name} ji.
`,
  handles: [
    "Telegram par {name} ko message karo",
    "{name} ko Telegram par message karo",
    "Telegram pe {name} ko search karo",
    "Telegram par message karo {name}",
    "Telegram ID hai {name}",
    "Telegram par {name} se baat karo",
    "Telegram par {name} naam se search karein",
    "{name} naam ka Telegram channel join karein",
  ],
  between: ["bhai", "phir", "uske baad", "ab"],
  noon: "28 November 2026, dopahar 12:28 baje",
  figures: {},
};
