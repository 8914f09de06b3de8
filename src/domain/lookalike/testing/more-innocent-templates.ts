/**
 * Further sentences of help desks, as in `innocent-templates.ts`, written after the check and without looking at it:
 * notices, saved replies, descriptions and figures, with the numbers that such texts hold.
 */
export const moreInnocentTemplates: Readonly<Record<string, string>> = {
  en: `
Good {morning|afternoon|evening}, thank you for waiting; your ticket is number {4|17|203} in the queue.
Your deposit of ₹{750|8,499|15,000.00} from {11:42 am|23:05|9.15 pm} has reached your wallet.
We could not find the payment; please send the UTR from your bank, not the order number.
The bank's reply says the transfer of Rs. {1,200|25,000|3,500/-} failed on {4 Feb|19-10-2026|2 Nov 2026}.
Rs. {500|1000|2500} will be back in {3 to 5|5-7|2} bank working days.
Refund of INR {4,250|999.50|12,00,000} approved on {Monday|9 July at 4 pm}.
Please resend withdrawal_proof_{1|2|final}.{jpg|pdf}; the first file is blurred.
The file withdrawal_proof.{png|jpg} is larger than {5|10} MB.
TDS of {30%|31.2%} is deducted from net winnings above ₹{10,000|100} under section 115BBJ.
GST of 28% applies to deposits; {₹1,000 becomes ₹781.25|₹500 becomes ₹390.63} of playing value.
Your account ends in {4321|XX89|**12}; is that still right?
The card that ends in {0042|1111} has expired in {08/26|December 2025}.
IFSC {HDFC0001234|SBIN0005943|ICIC0000104} belongs to another branch.
Your PAN must match the name on the bank account; we accept {one|two} spelling differences at most.
Please upload both sides of the Aadhaar card, with the first 8 of 12 digits covered.
{Virat|Rohit|Smriti} needs {12 off 6|34 from 18 balls|2 runs off the last ball}.
{India|England|New Zealand} {187/4 (17.3 ov)|304/8 & 112/2|156 all out, 18.4 overs}, target {188|223|309}.
Revised target by DLS: {142 in 15 overs|96 off 11 overs|230 from 41 overs}.
Day {2|3|5}, stumps: {312/6, lead by 87|98/3, trail by 214}.
Net run rate {+0.482|-1.105|+2.000} puts them {second|fourth} with {12|8} points from {8|7} matches.
The toss is at {7 pm|6:30 pm IST|19:00}, the first ball {30 minutes|half an hour} later.
Bets on {the 20th over|innings 2|session 3} settle {2 hours|30 minutes} after the match.
A dead heat pays half: ₹{1,000 at 3.40 gives ₹1,700|500 at 2.2 gives ₹550}.
The spread moved from {6.5 to 7.5|-1.5 to -2.5} before your bet was placed.
Best bowling {4/23|5 for 31|3-0-17-2} in the {first|second} innings.
Head to head: {14-9|22 wins to 17|3-3}.
Your promo code {WELCOME50|IPL2026|DIWALI25} gives {50%|25%|₹200} once.
Code {FREEBET100|CASHBACK10} ended on {31 March|15 August 2026}.
Please quote {FD-7K2M-9QXA|reference FD-AB12-CD34|ticket #48213} in your answer.
Case {#1024|no. 55310|2026/0148} is with the payments team since {yesterday|10:20 today}.
We have {37|over 1,500|about 2.4 lakh} open tickets today, so answers take {45 minutes|2-3 hours}.
Peak hours are {6 to 11 pm|18:00-23:00 on match days|Saturday and Sunday evenings}.
Closed on {2 October|15 August and 26 January|25 and 26 December}; open again at {9|10} the next day.
From {1 April|1st of May} our hours are {8-20|08:00 to 20:00 IST (UTC+5:30)|7.30 to 21.30}.
Average rating {4.7|4.9 of 5} from {2,318|18,204} reviews this {quarter|year}.
{98.6%|99.2 %} of withdrawals were paid within {24|12} hours in {May|Q3 2026}.
{3|12|250} agents answer in {six|4} languages, {365|7} days a {year|week}.
The minimum withdrawal is ₹{500|1,000}, the maximum ₹{2,00,000 a day|10,00,000 a month}.
You have used {3 of 5|7 of 10} free withdrawals this month; each further one costs ₹{15|25 + GST}.
Wait {60|120} seconds before you ask for a new OTP; after {5|3} wrong tries the account is locked for {24 hours|30 min}.
An OTP has {4|6} digits and is valid for {10|5} minutes.
We will never ask for the OTP, the UPI PIN or the {16 digits|last 3 digits} of your card.
UPI reference numbers have 12 digits, IMPS ones 12, NEFT ones {16|22}.
Select UPI, enter the amount, approve it in your app within {5|10} minutes.
A UPI id looks like a name, the at sign and a bank's short name; do not send it to anybody.
Add a {photo|screenshot} of the payment that shows the date, the amount and the UTR.
Please use Chrome {120|118.0.5993} or newer; version {1.9.4|4.12.0 (build 2207)} of the app is out of date.
Requires Android {8.0|10} and {150|64} MB of space, or iOS {15.6|16.4.1}.
Error {E-204|ERR_503|code 12} appears when the {session is older than 30 minutes|network changes}.
HTTP {429|502} means that our servers are busy; try again in {60 s|2 min}.
Turn the phone off and on, then dial nothing: the app reconnects by itself.
Scroll to the dot at the bottom of the {page|screen} and tap it {once|twice}.
At 9 dot in the morning we start{, at 10 on Sundays|}.
Our name is spelled with {one f|two fs} and no {dot|dash} in it.
There is no underscore, no digit and no dot in the names of our channels.
The blue tick is next to our name on {Instagram|X and Facebook}; copies do not have it.
Report a fake {Telegram|WhatsApp} account with the three dots at the top right.
We answer on {WhatsApp|Telegram} from {9|10} to {9|6}, and by email at night.
Telegram shows "last seen recently" for all {of our|12} agents.
WhatsApp messages of ours have a green tick{, and no number saved as a contact|}.
Our YouTube videos from {2024|March 2026} have {12,480|1.2M} views.
The Facebook page was renamed in {2023|June}; it has {45,000|3.8K} followers.
Join the {Telegram|WhatsApp} channel with the button, not with a link that someone sends you.
Nobody of ours is called {Manager|Payment Head} on {Telegram|WhatsApp}.
If you lost money, call your bank and the cyber crime helpline named below within {24|48} hours.
Tele-MANAS answers day and night in {20|more than 20} languages.
You can pause for {24 hours, 7 days or 30 days|6 weeks}; limits go down at once and up after {7 days|72 hours}.
Loss limit: ₹{200 a day, ₹1,000 a week, ₹3,000 a month|5,000 weekly}.
Session reminders come every {15, 30 or 60|45} minutes.
Players must be {18 or older, 21 in some states|over 18}; we check {100%|every one} of accounts.
Not available in {Assam, Odisha and Telangana|5 states}.
See section {4.2|7(b)|12.3.1} of the terms and page {3|14} of the rules.
Rule {3(1)(b) of the IT Rules, 2021|4A} names the due diligence.
Your appeal under Rule 3A must be filed within {30|15} days.
The grievance officer acknowledges within {24 hours|48 h} and decides in {15|30} days.
Room {204, 2nd floor, Tower B|12A}, Sector {62|18}, Noida 201301.
Plot {7-8|112}, MG Road, Bengaluru 560001, Karnataka.
Take bus {500D|201} to {stop 14|gate 3}, then walk {200 m|5 minutes}.
Kick-off {20:45 CET, 00:15 IST|at 3 pm}; half-time {1-0|2:1}.
The jackpot stands at ₹{1,25,43,210|9,87,650}.
Winners: {5,120|1,04,000} players shared ₹{2.5 crore|48 lakh} in {2025|season 18}.
First prize ₹{1 lakh|50,000}, second ₹{50,000|20,000}, third ₹{25,000|10,000}.
Odds {5/2|11/4} equal {3.50|3.75}; {1/1|evens} equals 2.00.
{One|Two} of three checks passed; the {third|last} one needs {an hour|a day}.
Nine out of ten answers come within {five|eight} minutes.
One, two, three: choose the match, the market and the stake.
{Seven|Eleven} players a side, two substitutes, one umpire.
Twenty20, fifty overs and Tests have {separate|three} limits.
Hello, this is {Asha|Ravi} from the payments desk; I am here until {6|half past five}.
I have passed it on; you hear from us by {tomorrow noon|Thursday, 12 March, 5 pm}.
Thanks for the bank statement from {1 to 31 January|01.01.2026-31.01.2026}.
We saw {two|3} payments: ₹{300 at 10:01 and ₹300 at 10:04|1,000 on 3 May and ₹2,000 on 5 May}.
The duplicate of ₹{2,999|14,500} goes back to the same account, never to another.
Your level is now Gold: {1.5x|2x} points until {31/12/2026|the end of 2026}.
{100|2,500} points are worth ₹{10|250}; they expire after {180|365} days.
Invite {3|5} friends and get ₹{50|100} for each, up to ₹{500|1,000}.
`,
  hi: `
आपका टिकट नंबर {4|17|203} है; {पाँच|दस|45} मिनट रुकें।
₹{750|8,499|15,000.00} की जमा राशि {सुबह 11:42 बजे|23:05 पर} वॉलेट में आ गई है।
रु. {500|1000|2500} {3 से 5|5-7|दो} कार्यदिवस में लौटेंगे।
पेमेंट नहीं मिला; बैंक वाला UTR भेजें, ऑर्डर नंबर नहीं।
withdrawal_proof_{1|2}.{jpg|pdf} धुंधली है, दोबारा भेजें।
₹{10,000|100} से ऊपर की जीत पर {30%|31.2%} टीडीएस कटता है।
जमा पर 28% जीएसटी लगता है; ₹{1,000 में से ₹781.25|500 में से ₹390.63} खेलने के लिए रहते हैं।
आपका खाता {4321|XX89} पर ख़त्म होता है, क्या यह सही है?
{08/26|दिसंबर 2025} में कार्ड की अवधि पूरी हो गई।
IFSC {HDFC0001234|SBIN0005943} दूसरी शाखा का है।
{भारत|इंग्लैंड} {187/4 (17.3 ओवर)|304/8|18.4 ओवर में 156 पर ऑल आउट}, लक्ष्य {188|223}।
आख़िरी ओवर में {12 रन|छह गेंदों पर 14 रन} चाहिए।
डीएलएस से नया लक्ष्य {15 ओवर में 142|11 ओवर में 96} है।
नेट रन रेट {+0.482|-1.105}, {8|7} मैच में {12|8} अंक।
टॉस {शाम 7 बजे|6:30 बजे}, मैच {आधे घंटे|30 मिनट} बाद।
{WELCOME50|DIWALI25} कोड से {50%|25%|₹200} मिलते हैं।
जवाब में {FD-7K2M-9QXA|टिकट #48213} लिखें।
आज {37|डेढ़ हज़ार|2.4 लाख} संदेश आए हैं, जवाब में {45 मिनट|2-3 घंटे} लगेंगे।
{2 अक्टूबर|15 अगस्त और 26 जनवरी} को बंद; अगले दिन {9|10} बजे से खुला।
न्यूनतम निकासी ₹{500|1,000}, अधिकतम ₹{2,00,000 रोज़|10,00,000 महीने में}।
नए ओटीपी के लिए {60|120} सेकंड रुकें; {5|3} ग़लत कोशिशों पर खाता {24 घंटे|30 मिनट} बंद।
ओटीपी {4|6} अंकों का होता है और {10|5} मिनट चलता है।
यूपीआई का रेफ़रेंस 12 अंकों का, एनईएफ़टी का {16|22} अंकों का होता है।
UPI चुनें, राशि डालें, अपने ऐप में {5|10} मिनट में मंज़ूर करें।
Chrome {120|118} या नया लें; ऐप का {1.9.4|4.12.0} संस्करण पुराना है।
त्रुटि {E-204|503} {30 मिनट|एक घंटे} बाद आती है।
हमारे चैनल के नाम में कोई डॉट, अंक या अंडरस्कोर नहीं है।
नीले निशान के बिना {इंस्टाग्राम|फेसबुक} पेज हमारा नहीं है।
{टेलीग्राम|व्हाट्सएप} के नक़ली खाते की शिकायत ऊपर के तीन डॉट से करें।
हम {व्हाट्सएप|टेलीग्राम} पर {9|10} से {9|6} बजे तक जवाब देते हैं।
पैसे गए हों तो {24|48} घंटे के भीतर बैंक को और नीचे लिखी हेल्पलाइन को बताएँ।
{24 घंटे, 7 दिन या 30 दिन|छह हफ़्ते} का विराम ले सकते हैं।
हर {15, 30 या 60|45} मिनट पर याद दिलाया जाता है।
{18 साल से बड़े|कुछ राज्यों में 21 साल के} लोग ही खेलें।
नियमों की धारा {4.2|7(ख)} और पेज {3|14} देखें।
शिकायत पर {24 घंटे|48 घंटे} में पावती और {15|30} दिन में फ़ैसला।
कमरा {204, दूसरी मंज़िल|12A}, सेक्टर {62|18}, नोएडा 201301।
जैकपॉट ₹{1,25,43,210|9,87,650} का है।
{5,120|1,04,000} खिलाड़ियों में ₹{2.5 करोड़|48 लाख} बँटे।
पहला इनाम ₹{1 लाख|50,000}, दूसरा ₹{50,000|20,000}, तीसरा ₹{25,000|10,000}।
तीन में से {एक|दो} जाँच पूरी हुई।
दस में से नौ जवाब {पाँच|आठ} मिनट में आते हैं।
एक, दो, तीन: मैच, बाज़ार और राशि चुनें।
ग्यारह खिलाड़ी, {दो|तीन} बदले जा सकते हैं।
{दो|3} भुगतान दिखे: ₹{300, 10:01 बजे और ₹300, 10:04 बजे|1,000, 3 मई को और ₹2,000, 5 मई को}।
{100|2,500} अंक ₹{10|250} के बराबर हैं और {180|365} दिन चलते हैं।
{3|5} दोस्तों को बुलाएँ, हर एक पर ₹{50|100} पाएँ।
पाँच सौ पचास रुपये {कल|परसों} आपके खाते में आ जाएँगे।
साढ़े {तीन|सात} बजे तक {आशा|रवि} आपको जवाब देंगी।
एक लाख बीस हज़ार {रुपये|लोग} पिछले {साल|महीने} जुड़े।
`,
  bn: `
আপনার টিকিট নম্বর {4|১৭|203}; {পাঁচ|দশ|45} মিনিট অপেক্ষা করুন।
₹{750|৮,৪৯৯|15,000.00} {সকাল 11:42|রাত ১১:০৫}-এ ওয়ালেটে জমা হয়েছে।
{500|১০০০|2500} টাকা {3 থেকে 5|৫-৭|দুই} কর্মদিবসে ফেরত আসবে।
পেমেন্ট পাওয়া যায়নি; ব্যাংকের UTR পাঠান, অর্ডার নম্বর নয়।
withdrawal_proof_{1|2}.{jpg|pdf} ঝাপসা, আবার পাঠান।
₹{10,000|100}-এর বেশি জিতলে {30%|31.2%} টিডিএস কাটা হয়।
জমার উপর ২৮% জিএসটি; {₹1,000 থেকে ₹781.25|₹500 থেকে ₹390.63} খেলার জন্য থাকে।
আপনার অ্যাকাউন্টের শেষে {4321|XX89}, ঠিক আছে?
IFSC {HDFC0001234|SBIN0005943} অন্য শাখার।
{ভারত|ইংল্যান্ড} {187/4 (17.3 ওভার)|304/8|18.4 ওভারে 156 অলআউট}, লক্ষ্য {188|২২৩}।
শেষ ওভারে {12 রান|ছয় বলে ১৪ রান} দরকার।
ডিএলএস-এ নতুন লক্ষ্য {15 ওভারে 142|১১ ওভারে ৯৬}।
নেট রান রেট {+0.482|-1.105}, {8|৭} ম্যাচে {12|৮} পয়েন্ট।
টস {সন্ধ্যা 7টায়|6:30-এ}, খেলা {আধ ঘণ্টা|30 মিনিট} পরে।
{WELCOME50|DIWALI25} কোডে {50%|25%|₹200} পাবেন।
উত্তরে {FD-7K2M-9QXA|টিকিট #48213} লিখুন।
আজ {37|দেড় হাজার|2.4 লাখ} বার্তা এসেছে, উত্তর দিতে {45 মিনিট|2-3 ঘণ্টা} লাগবে।
{২ অক্টোবর|15 আগস্ট ও 26 জানুয়ারি} বন্ধ; পরদিন {9|১০}টা থেকে খোলা।
সর্বনিম্ন উত্তোলন ₹{500|1,000}, সর্বোচ্চ ₹{2,00,000|১০,০০,০০০}।
নতুন OTP-র জন্য {60|১২০} সেকেন্ড অপেক্ষা করুন; {5|৩} বার ভুল হলে {24 ঘণ্টা|30 মিনিট} বন্ধ।
OTP {4|৬} অঙ্কের, {10|৫} মিনিট চলে।
UPI রেফারেন্স ১২ অঙ্কের, NEFT-এর {16|২২} অঙ্কের।
Chrome {120|118} বা নতুন নিন; অ্যাপের {1.9.4|4.12.0} সংস্করণ পুরোনো।
ত্রুটি {E-204|503} {30 মিনিট|এক ঘণ্টা} পরে আসে।
আমাদের চ্যানেলের নামে কোনো ডট, সংখ্যা বা আন্ডারস্কোর নেই।
নীল চিহ্ন ছাড়া {ইনস্টাগ্রাম|ফেসবুক} পেজ আমাদের নয়।
{টেলিগ্রাম|হোয়াটসঅ্যাপ}-এর নকল অ্যাকাউন্ট উপরের তিনটি ডট থেকে জানান।
আমরা {হোয়াটসঅ্যাপে|টেলিগ্রামে} {9টা|১০টা} থেকে {9টা|৬টা} পর্যন্ত উত্তর দিই।
{24 ঘণ্টা, 7 দিন বা 30 দিন|ছয় সপ্তাহ} বিরতি নিতে পারেন।
প্রতি {15, 30 বা 60|45} মিনিটে মনে করানো হয়।
{18 বছরের বেশি|কিছু রাজ্যে 21 বছরের} হলে তবেই খেলুন।
শর্তের ধারা {4.2|7(খ)} ও পৃষ্ঠা {3|১৪} দেখুন।
অভিযোগে {24|৪৮} ঘণ্টায় প্রাপ্তি আর {15|৩০} দিনে সিদ্ধান্ত।
ঘর {204, তৃতীয় তলা|12A}, সেক্টর {5|১৮}, কলকাতা 700091।
জ্যাকপট ₹{1,25,43,210|৯,৮৭,৬৫০}।
{5,120|১,০৪,০০০} জন ₹{2.5 কোটি|৪৮ লাখ} ভাগ করে নিয়েছেন।
প্রথম পুরস্কার ₹{1 লাখ|৫০,০০০}, দ্বিতীয় ₹{50,000|২০,০০০}, তৃতীয় ₹{25,000|১০,০০০}।
দশটির মধ্যে নয়টি উত্তর {পাঁচ|আট} মিনিটে আসে।
এক, দুই, তিন: ম্যাচ, বাজার আর টাকা বাছুন।
{দুটি|3টি} পেমেন্ট দেখা গেছে: ₹{300, 10:01-এ আর ₹300, 10:04-এ|১,০০০ আর ₹২,০০০}।
{100|২,৫০০} পয়েন্ট ₹{10|২৫০}-এর সমান, {180|৩৬৫} দিন চলে।
{3|৫} জন বন্ধুকে ডাকুন, প্রত্যেকের জন্য ₹{50|১০০}।
পাঁচশো পঞ্চাশ টাকা {কাল|পরশু} পাবেন।
সাড়ে {তিনটে|সাতটা} পর্যন্ত {আশা|রবি} আছেন।
`,
  mr: `
तुमचा तिकीट क्रमांक {4|१७|203} आहे; {पाच|दहा|45} मिनिटे थांबा.
₹{750|८,४९९|15,000.00} {सकाळी 11:42|रात्री ११:०५} वाजता वॉलेटमध्ये जमा झाले.
रु. {500|१०००|2500} {3 ते 5|५-७|दोन} कामकाजाच्या दिवसांत परत येतील.
पेमेंट सापडले नाही; बँकेचा UTR पाठवा, ऑर्डर क्रमांक नाही.
withdrawal_proof_{1|2}.{jpg|pdf} अस्पष्ट आहे, पुन्हा पाठवा.
₹{10,000|100} पेक्षा जास्त जिंकल्यास {30%|31.2%} टीडीएस कापला जातो.
जमेवर २८% जीएसटी; {₹1,000 पैकी ₹781.25|₹500 पैकी ₹390.63} खेळासाठी उरतात.
तुमच्या खात्याच्या शेवटी {4321|XX89} आहे, बरोबर का?
IFSC {HDFC0001234|SBIN0005943} दुसऱ्या शाखेचा आहे.
{भारत|इंग्लंड} {187/4 (17.3 षटके)|304/8|18.4 षटकांत 156 सर्वबाद}, लक्ष्य {188|२२३}.
शेवटच्या षटकात {12 धावा|सहा चेंडूंत १४ धावा} हव्यात.
डीएलएसनुसार नवे लक्ष्य {15 षटकांत 142|११ षटकांत ९६}.
नेट रन रेट {+0.482|-1.105}, {8|७} सामन्यांत {12|८} गुण.
नाणेफेक {संध्याकाळी 7 वाजता|6:30 वाजता}, सामना {अर्ध्या तासाने|30 मिनिटांनी}.
{WELCOME50|DIWALI25} कोडने {50%|25%|₹200} मिळतात.
उत्तरात {FD-7K2M-9QXA|तिकीट #48213} लिहा.
आज {37|दीड हजार|2.4 लाख} संदेश आले, उत्तराला {45 मिनिटे|2-3 तास} लागतील.
{२ ऑक्टोबर|15 ऑगस्ट आणि 26 जानेवारी} रोजी बंद; दुसऱ्या दिवशी {9|१०} पासून सुरू.
किमान रक्कम ₹{500|1,000}, कमाल ₹{2,00,000|१०,००,०००}.
नव्या ओटीपीसाठी {60|१२०} सेकंद थांबा; {5|३} वेळा चुकल्यास खाते {24 तास|30 मिनिटे} बंद.
ओटीपी {4|६} अंकी असतो आणि {10|५} मिनिटे चालतो.
UPI संदर्भ १२ अंकी, NEFT चा {16|२२} अंकी असतो.
Chrome {120|118} किंवा नवे घ्या; अ‍ॅपची {1.9.4|4.12.0} आवृत्ती जुनी आहे.
त्रुटी {E-204|503} {30 मिनिटांनी|एका तासाने} येते.
आमच्या चॅनेलच्या नावात डॉट, अंक किंवा अंडरस्कोर नाही.
निळ्या खुणेशिवाय {इंस्टाग्राम|फेसबुक} पान आमचे नाही.
{टेलिग्रामवरील|व्हॉट्सअ‍ॅपवरील} बनावट खात्याची तक्रार वरच्या तीन डॉटमधून करा.
आम्ही {व्हॉट्सअ‍ॅपवर|टेलिग्रामवर} {9|१०} ते {9|६} उत्तर देतो.
{24 तास, 7 दिवस किंवा 30 दिवस|सहा आठवडे} थांबता येते.
दर {15, 30 किंवा 60|45} मिनिटांनी आठवण येते.
{18 वर्षांवरील|काही राज्यांत 21 वर्षांच्या} लोकांनीच खेळावे.
नियमांचे कलम {4.2|7(ख)} आणि पान {3|१४} पाहा.
तक्रारीला {24|४८} तासांत पोच आणि {15|३०} दिवसांत निर्णय.
खोली {204, दुसरा मजला|12A}, सेक्टर {5|१८}, पुणे 411001.
जॅकपॉट ₹{1,25,43,210|९,८७,६५०} आहे.
{5,120|१,०४,०००} खेळाडूंना ₹{2.5 कोटी|४८ लाख} मिळाले.
पहिले बक्षीस ₹{1 लाख|५०,०००}, दुसरे ₹{50,000|२०,०००}, तिसरे ₹{25,000|१०,०००}.
दहापैकी नऊ उत्तरे {पाच|आठ} मिनिटांत येतात.
एक, दोन, तीन: सामना, बाजार आणि रक्कम निवडा.
{दोन|3} पेमेंट दिसली: ₹{300, 10:01 ला आणि ₹300, 10:04 ला|१,००० आणि ₹२,०००}.
{100|२,५००} गुण ₹{10|२५०} इतके आहेत, {180|३६५} दिवस चालतात.
{3|५} मित्रांना बोलवा, प्रत्येकी ₹{50|१००} मिळवा.
पाचशे पन्नास रुपये {उद्या|परवा} मिळतील.
साडे{तीन|सात} वाजेपर्यंत {आशा|रवी} आहेत.
`,
  te: `
మీ టికెట్ నంబర్ {4|17|203}; {ఐదు|పది|45} నిమిషాలు ఆగండి.
₹{750|8,499|15,000.00} {ఉదయం 11:42|రాత్రి 11:05} కు వాలెట్‌లో చేరింది.
రూ. {500|1000|2500} {3 నుండి 5|5-7|రెండు} పని దినాల్లో తిరిగి వస్తాయి.
చెల్లింపు కనబడలేదు; బ్యాంకు UTR పంపండి, ఆర్డర్ నంబర్ కాదు.
withdrawal_proof_{1|2}.{jpg|pdf} మసకగా ఉంది, మళ్లీ పంపండి.
₹{10,000|100} దాటిన గెలుపుపై {30%|31.2%} టీడీఎస్ పడుతుంది.
జమపై 28% జీఎస్టీ; {₹1,000 లో ₹781.25|₹500 లో ₹390.63} ఆటకు మిగులుతాయి.
మీ ఖాతా చివర {4321|XX89} ఉంది, సరేనా?
IFSC {HDFC0001234|SBIN0005943} వేరే శాఖది.
{భారత్|ఇంగ్లండ్} {187/4 (17.3 ఓవర్లు)|304/8|18.4 ఓవర్లలో 156 ఆలౌట్}, లక్ష్యం {188|223}.
చివరి ఓవర్‌లో {12 పరుగులు|ఆరు బంతుల్లో 14 పరుగులు} కావాలి.
డీఎల్ఎస్ ప్రకారం కొత్త లక్ష్యం {15 ఓవర్లలో 142|11 ఓవర్లలో 96}.
నెట్ రన్ రేట్ {+0.482|-1.105}, {8|7} మ్యాచ్‌ల్లో {12|8} పాయింట్లు.
టాస్ {సాయంత్రం 7 గంటలకు|6:30 కు}, ఆట {అరగంట|30 నిమిషాల} తర్వాత.
{WELCOME50|DIWALI25} కోడ్‌తో {50%|25%|₹200} వస్తాయి.
జవాబులో {FD-7K2M-9QXA|టికెట్ #48213} రాయండి.
ఈరోజు {37|1,500|2.4 లక్షల} సందేశాలు వచ్చాయి, జవాబుకు {45 నిమిషాలు|2-3 గంటలు} పడుతుంది.
{2 అక్టోబర్|15 ఆగస్టు, 26 జనవరి} సెలవు; మర్నాడు {9|10} నుండి తెరుస్తాం.
కనిష్ఠ విత్‌డ్రా ₹{500|1,000}, గరిష్ఠం ₹{2,00,000|10,00,000}.
కొత్త OTP కోసం {60|120} సెకన్లు ఆగండి; {5|3} సార్లు తప్పితే {24 గంటలు|30 నిమిషాలు} మూసుకుంటుంది.
OTP {4|6} అంకెలది, {10|5} నిమిషాలు పనిచేస్తుంది.
UPI రిఫరెన్స్ 12 అంకెలది, NEFT ది {16|22} అంకెలది.
Chrome {120|118} లేదా కొత్తది వాడండి; యాప్ {1.9.4|4.12.0} వెర్షన్ పాతది.
లోపం {E-204|503} {30 నిమిషాల|గంట} తర్వాత వస్తుంది.
మా ఛానల్ పేర్లలో డాట్, అంకె, అండర్‌స్కోర్ ఉండవు.
నీలి గుర్తు లేని {ఇన్‌స్టాగ్రామ్|ఫేస్‌బుక్} పేజీ మాది కాదు.
{టెలిగ్రామ్|వాట్సాప్} నకిలీ ఖాతాను పైన మూడు డాట్‌ల నుండి రిపోర్ట్ చేయండి.
మేము {వాట్సాప్‌లో|టెలిగ్రామ్‌లో} {9|10} నుండి {9|6} వరకు జవాబిస్తాం.
{24 గంటలు, 7 రోజులు లేదా 30 రోజులు|ఆరు వారాలు} విరామం తీసుకోవచ్చు.
ప్రతి {15, 30 లేదా 60|45} నిమిషాలకు గుర్తు చేస్తాం.
{18 ఏళ్లు దాటిన|కొన్ని రాష్ట్రాల్లో 21 ఏళ్ల} వారే ఆడాలి.
నిబంధనల {4.2|7(బి)} భాగం, {3|14} వ పేజీ చూడండి.
ఫిర్యాదుకు {24|48} గంటల్లో రసీదు, {15|30} రోజుల్లో నిర్ణయం.
గది {204, రెండో అంతస్తు|12A}, సెక్టార్ {5|18}, హైదరాబాద్ 500081.
జాక్‌పాట్ ₹{1,25,43,210|9,87,650}.
{5,120|1,04,000} మంది ₹{2.5 కోట్లు|48 లక్షలు} పంచుకున్నారు.
మొదటి బహుమతి ₹{1 లక్ష|50,000}, రెండోది ₹{50,000|20,000}, మూడోది ₹{25,000|10,000}.
పదిలో తొమ్మిది జవాబులు {ఐదు|ఎనిమిది} నిమిషాల్లో వస్తాయి.
ఒకటి, రెండు, మూడు: మ్యాచ్, మార్కెట్, మొత్తం ఎంచుకోండి.
{రెండు|3} చెల్లింపులు కనిపించాయి: ₹{300, 10:01 కు, ₹300, 10:04 కు|1,000, ₹2,000}.
{100|2,500} పాయింట్లు ₹{10|250} తో సమానం, {180|365} రోజులు ఉంటాయి.
{3|5} మిత్రులను పిలవండి, ఒక్కొక్కరికి ₹{50|100}.
ఐదు వందల యాభై రూపాయలు {రేపు|ఎల్లుండి} వస్తాయి.
`,
  ta: `
உங்கள் டிக்கெட் எண் {4|17|203}; {ஐந்து|பத்து|45} நிமிடம் காத்திருங்கள்.
₹{750|8,499|15,000.00} {காலை 11:42|இரவு 11:05} மணிக்கு வாலட்டில் சேர்ந்தது.
ரூ. {500|1000|2500} {3 முதல் 5|5-7|இரண்டு} வேலை நாட்களில் திரும்பும்.
பணம் வரவில்லை; வங்கியின் UTR ஐ அனுப்புங்கள், ஆர்டர் எண்ணை அல்ல.
withdrawal_proof_{1|2}.{jpg|pdf} தெளிவாக இல்லை, மீண்டும் அனுப்புங்கள்.
₹{10,000|100} க்கு மேல் வென்றால் {30%|31.2%} டிடிஎஸ் பிடிக்கப்படும்.
வைப்புக்கு 28% ஜிஎஸ்டி; {₹1,000 இல் ₹781.25|₹500 இல் ₹390.63} ஆட மீதம் இருக்கும்.
உங்கள் கணக்கு {4321|XX89} என முடிகிறது, சரியா?
IFSC {HDFC0001234|SBIN0005943} வேறு கிளையுடையது.
{இந்தியா|இங்கிலாந்து} {187/4 (17.3 ஓவர்)|304/8|18.4 ஓவரில் 156 ஆல் அவுட்}, இலக்கு {188|223}.
கடைசி ஓவரில் {12 ரன்|ஆறு பந்தில் 14 ரன்} தேவை.
டிஎல்எஸ் படி புதிய இலக்கு {15 ஓவரில் 142|11 ஓவரில் 96}.
நெட் ரன் ரேட் {+0.482|-1.105}, {8|7} ஆட்டங்களில் {12|8} புள்ளிகள்.
டாஸ் {மாலை 7 மணிக்கு|6:30 க்கு}, ஆட்டம் {அரை மணி|30 நிமிடம்} கழித்து.
{WELCOME50|DIWALI25} குறியீட்டில் {50%|25%|₹200} கிடைக்கும்.
பதிலில் {FD-7K2M-9QXA|டிக்கெட் #48213} எழுதுங்கள்.
இன்று {37|1,500|2.4 லட்சம்} செய்திகள் வந்தன, பதிலுக்கு {45 நிமிடம்|2-3 மணி} ஆகும்.
{2 அக்டோபர்|15 ஆகஸ்ட், 26 ஜனவரி} விடுமுறை; மறுநாள் {9|10} மணிக்குத் திறப்போம்.
குறைந்தபட்சம் ₹{500|1,000}, அதிகபட்சம் ₹{2,00,000|10,00,000} எடுக்கலாம்.
புதிய OTP க்கு {60|120} வினாடி காத்திருங்கள்; {5|3} முறை தவறினால் {24 மணி|30 நிமிடம்} பூட்டப்படும்.
OTP {4|6} இலக்கம், {10|5} நிமிடம் செல்லும்.
UPI குறிப்பு எண் 12 இலக்கம், NEFT {16|22} இலக்கம்.
Chrome {120|118} அல்லது புதியது தேவை; செயலியின் {1.9.4|4.12.0} பதிப்பு பழையது.
பிழை {E-204|503} {30 நிமிடம்|ஒரு மணி} கழித்து வரும்.
எங்கள் சேனல் பெயர்களில் டாட், இலக்கம், அடிக்கோடு இல்லை.
நீலக் குறி இல்லாத {இன்ஸ்டாகிராம்|பேஸ்புக்} பக்கம் எங்களுடையது அல்ல.
{டெலிகிராம்|வாட்ஸ்அப்} போலிக் கணக்கை மேலுள்ள மூன்று புள்ளிகளில் புகாரளியுங்கள்.
{வாட்ஸ்அப்பில்|டெலிகிராமில்} {9|10} முதல் {9|6} வரை பதிலளிப்போம்.
{24 மணி, 7 நாள் அல்லது 30 நாள்|ஆறு வாரம்} இடைவெளி எடுக்கலாம்.
ஒவ்வொரு {15, 30 அல்லது 60|45} நிமிடமும் நினைவூட்டுவோம்.
{18 வயதுக்கு மேற்பட்டவர்|சில மாநிலங்களில் 21 வயதானவர்} மட்டுமே ஆடலாம்.
விதிகளின் {4.2|7(ஆ)} பிரிவையும் {3|14} ஆம் பக்கத்தையும் பாருங்கள்.
புகாருக்கு {24|48} மணியில் ஒப்புகை, {15|30} நாளில் முடிவு.
அறை {204, இரண்டாம் மாடி|12A}, பிரிவு {5|18}, சென்னை 600032.
ஜாக்பாட் ₹{1,25,43,210|9,87,650}.
{5,120|1,04,000} பேர் ₹{2.5 கோடி|48 லட்சம்} பகிர்ந்தனர்.
முதல் பரிசு ₹{1 லட்சம்|50,000}, இரண்டாவது ₹{50,000|20,000}, மூன்றாவது ₹{25,000|10,000}.
பத்தில் ஒன்பது பதில்கள் {ஐந்து|எட்டு} நிமிடத்தில் வரும்.
ஒன்று, இரண்டு, மூன்று: ஆட்டம், சந்தை, தொகை தேர்வு செய்யுங்கள்.
{இரண்டு|3} கட்டணங்கள்: ₹{300, 10:01 க்கு, ₹300, 10:04 க்கு|1,000, ₹2,000}.
{100|2,500} புள்ளிகள் ₹{10|250} க்குச் சமம், {180|365} நாள் செல்லும்.
{3|5} நண்பர்களை அழையுங்கள், ஒவ்வொருவருக்கும் ₹{50|100}.
ஐந்நூற்று ஐம்பது ரூபாய் {நாளை|நாளை மறுநாள்} வரும்.
`,
  hinglish: `
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
`,
};
