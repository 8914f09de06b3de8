import { moreInnocentTemplates } from "./more-innocent-templates.ts";

/**
 * What help desks write, in six languages and Hinglish: each line is a sentence, `{a|b}` stands for one of several
 * wordings. None of them names a place where somebody could be reached.
 */
export const innocentTemplates: Readonly<Record<string, string>> = {
  en: `
Your withdrawal of ₹{2,350|500|12,500|1,00,000|49,999} was sent on {12 March|3 May 2026|28/11/2026}.
Deposits between ₹{100|500} and ₹{50,000|2,00,000} are credited within {10|15} minutes.
Please send us the UTR, which has 12 digits, and the {date|time} of the payment.
A UTR has {12|16|22} characters; you find it in {your bank's app|the payment details|your statement}.
We reply within {5 minutes|2 hours|24 hours|1 to 2 working days}.
Open daily from {9 am to 9 pm|10:00 to 22:00|8.30 am to 11.30 pm|09:00-13:00, 14:00-21:00}.
We are here 24/7, also on {Diwali|public holidays|26 January}.
KYC takes {up to 48 hours|10-15 minutes|one working day} once both sides of the document are readable.
The score was {245/6 (20 ov)|198/10 (19.4 ov)|312/7 in 50 overs|87/2 after 10 overs} when the rain came.
India won by {5 wickets|23 runs|7 wickets with 14 balls left} in {Mumbai|Chennai|Delhi}.
Version {2.4.1|3.0|17.5.1} of the app fixes the {login|payment} error on Android {13|14}.
Your PIN code must have 6 digits, for example PIN {560001|400001|110001}.
The offices with PIN {560001 or 400001|110001 and 700001} are closed today.
Please attach the withdrawal_proof {as a picture|as a PDF of at most 5 MB}.
Never share your {OTP|PIN|password|CVV} with anybody, not even with us.
Fees are {2%|1.5%|0.5 %} of the amount, at least ₹{10|25}.
Your reference is on the {receipt|first line of our email}; please quote it {when you write again|next time}.
The bank returned ₹{1,499|2,999|750}; please check the account number and the IFSC.
We raised the limit from ₹{10,000 to ₹25,000|5,000 to ₹10,000|1,499 to ₹4,999}.
A chargeback can take {7 to 10|30 to 45|3-5} working days.
Step {1: open the app. Step 2: choose Wallet. Step 3: press Withdraw|2 of 3 is not finished yet}.
The offer runs from {1 to 15 December 2026|31/12/2025 to 05/01/2026|2026-01-05 to 2026-02-05}.
We never ask you to pay {a fee first|a deposit for a withdrawal|anything by UPI to a person}.
Follow us only through the channels {on this page|that the site lists|at the top}.
If somebody messages you first on Telegram, it is not us{.| and you should report it.}
Our Telegram channel has {1.3K|4,600|12,345|10,000+} members and no private groups.
Please do not post your details in the comments on {Instagram|Facebook}.
Message us on {Telegram|WhatsApp|Instagram} through the button above.
You can write to our team on {Telegram|Facebook|Messenger} at any time.
Contact support on {WhatsApp|Telegram} from the Contact page.
Find us on {Instagram|Facebook|Telegram|YouTube}; the links are below.
Impostors copy our profile on {Telegram|Instagram}; compare the name letter by letter.
Look at every dot and letter of the {link|address} before you open it.
A green dot {means that we are online|shows an agent at work}; a grey dot means we are away.
At the moment {payments|withdrawals} by {UPI|IMPS|NEFT} are slow; cards work.
UPI is down at {several banks|some banks since 10:15}; please try again {later|in 30 minutes}.
Pay only with a bank account that is in your own name.
Enter the UPI ID exactly as {your app shows it|it stands in the payment window}.
The match between {India and Australia|Mumbai and Chennai} starts at {7:30 pm|14:00 IST|3.30 pm}.
You were charged twice: ₹{500 and ₹500|1,200 and ₹1,200}; one of them comes back by {Friday|5 March}.
Room 4{, second floor|B}, is where visitors wait between 10 and 12.
We have {10K+|5K+|1.2 lakh} users and a rating of {4.9/5|4.7/5 (2,310 reviews)}.
Your account was closed on {12.03.2026|2026-03-12} at your own request.
Thank you, {name}! Your reference is {reference}.
Hello {name}, we have received your message {reference} and {agent} is looking at it.
Please check {the spam folder|your inbox} if our email has not arrived after {10 minutes|an hour}.
One of {two|three|four} documents is missing: {the back of the Aadhaar card|the bank statement}.
Please cover the first eight digits of your Aadhaar number before you send the picture.
The last four digits of the card are enough; never send all sixteen.
You may place up to {five|ten|twenty} bets in one slip, with odds from 1.05 to 1000.
Odds changed from {1.85 to 1.92|2.10 to 2.05} before the bet was taken.
Bets on the {first over|toss|top batter} are void if fewer than {five|six} overs are bowled.
The bonus of {100%|50%|10%} up to ₹{10,000|5,000|500} needs {5x|10x|3x} turnover within {7|30} days.
Minimum age is {18|21}. Please play {responsibly|with a limit}.
You can set a daily limit of ₹{500, ₹1,000 or ₹5,000|100, ₹200 or ₹500}.
Self-exclusion lasts {6 months|1, 3 or 5 years} and cannot be shortened.
Our address and the grievance officer stand on the {terms|privacy} page.
Complaints are answered within {15 days|24 hours and settled within 15 days}.
Sorry for the wait: {nine|seven|twelve} colleagues are answering today instead of {four|five|twenty}.
Server maintenance on {Sunday 02:00–04:00 IST|30 November, 1 am to 3 am}.
Please update to the latest version from the {Play Store|App Store} only.
The picture must be a {JPEG, PNG or WebP|PDF} of at most {5|10} MB and {1280x720|1920 x 1080} pixels.
Error {404|500|0x80070005} means that the page {is gone|could not be loaded}.
The transaction of ₹{2,350 on 12 March at 18:42|999 on 3 May at 9:05 am} was reversed.
Your question number {3|12|118} in the list is answered under Help.
Use the code shown in your authenticator app; it changes every {30|60} seconds.
No, we have no office in {Dubai|London}; we work online only.
Two or three days are normal; after {seven|ten} please write again.
Interest is not paid on balances, whether ₹{100 or ₹1,00,000|50 or ₹5,000}.
Section {79|66C|3(2)} of the IT {Act, 2000|Rules, 2021} applies.
In {2024, 2025 and 2026|2023-24 and 2024-25} the fee was the same.
Seats in rows {12 to 15|1, 2, 3 and 4} are taken.
`,
  hi: `
आपकी ₹{2,350|500|12,500|1,00,000} की निकासी {12 मार्च|3 मई 2026|28/11/2026} को भेज दी गई।
₹{100|500} से ₹{50,000|2,00,000} तक की जमा राशि {10|15} मिनट में जुड़ जाती है।
कृपया 12 अंकों का UTR और भुगतान का {समय|दिन} लिखें।
यूटीआर आपके {बैंक के ऐप|बैंक के संदेश|पासबुक} में मिलेगा; इसमें {12|16} अंक होते हैं।
हम {5 मिनट|2 घंटे|24 घंटे|एक या दो दिन} में जवाब देते हैं।
रोज़ {सुबह 9 बजे से रात 9 बजे|10:00 से 22:00|८ बजे से ११ बजे} तक खुला है।
केवाईसी में {दो दिन|48 घंटे|10-15 मिनट} लग सकते हैं।
अपना {ओटीपी|पिन|पासवर्ड} किसी को न बताएँ, हमें भी नहीं।
भारत ने {5 विकेट|23 रन|सात विकेट} से मैच जीता; स्कोर {245/6 (20 ov)|198/10|312/7} था।
ऐप का संस्करण {2.4.1|3.0} डाउनलोड करें; यह {Android 14|iOS 17} पर चलता है।
पिन कोड {560001|110001|४००००१} लिखें।
{2%|1.5%|दो प्रतिशत} शुल्क लगता है, कम से कम ₹{10|25}।
बैंक ने ₹{1,499|2,999} लौटा दिए हैं; खाता नंबर और IFSC जाँच लें।
सीमा ₹{10,000 से ₹25,000|5,000 से ₹10,000} कर दी गई है।
ऑफ़र {1 से 15 दिसंबर 2026|31/12/2025 से 05/01/2026} तक है।
हम कभी पहले पैसे नहीं माँगते, न {UPI|यूपीआई|बैंक} से, न नकद।
टेलीग्राम पर हमें {लिखें|संदेश भेजें}; लिंक इसी पेज पर है।
हमारा Telegram चैनल {ऊपर दिए|नीचे दिए} बटन से खोलें।
इंस्टाग्राम पर हमारी नक़ल करने वालों से सावधान रहें।
अगर कोई {टेलीग्राम|WhatsApp|फेसबुक} पर आपको पहले लिखे, तो वह हम नहीं हैं।
हरा डॉट दिखे तो हम ऑनलाइन हैं।
लिंक का हर अक्षर और हर डॉट ध्यान से देखें।
कृपया withdrawal_proof की {तस्वीर|PDF} जोड़ें।
आपके संदेश का संदर्भ {reference} है, {name} जी।
नमस्ते {name}, {agent} आपका मामला देख रहे हैं।
आधार के पहले आठ अंक छिपाकर तस्वीर भेजें।
कार्ड के आख़िरी चार अंक काफ़ी हैं, सोलह अंक कभी न भेजें।
एक पर्ची में {पाँच|दस|बीस} दाँव तक लग सकते हैं।
ऑड्स {1.85 से 1.92|2.10 से 2.05} हो गए।
बोनस {100%|50%} है, ₹{10,000|5,000} तक, {7|30} दिन में {5|10} गुना खेलना होगा।
न्यूनतम उम्र {18|अठारह} साल है।
दिन की सीमा ₹{500, ₹1,000 या ₹5,000|100 या ₹200} रख सकते हैं।
{तीन|छह|बारह} महीने का विराम छोटा नहीं किया जा सकता।
शिकायत का जवाब {15 दिन|24 घंटे} के भीतर मिलता है।
रविवार को {02:00–04:00|रात 2 बजे से 4 बजे तक} रखरखाव है।
फ़ाइल {5|10} MB तक की {JPEG|PNG} हो।
त्रुटि {404|500} का मतलब है कि पेज नहीं मिला।
यह कोड हर {30|60} सेकंड में बदलता है।
एक सौ बीस रुपये {दो बार|फिर से} कट गए थे; {पाँच|सात} दिन में लौट आएँगे।
दो हज़ार पाँच सौ रुपये {शुक्रवार|कल} तक मिल जाएँगे।
सूचना प्रौद्योगिकी नियम, 2021 का नियम {3(2)|4} लागू है।
{मुंबई और चेन्नई|भारत और ऑस्ट्रेलिया} का मैच {शाम 7:30 बजे|14:00 बजे} शुरू होगा।
हमारे {10,000|12,345|दस हज़ार} से ज़्यादा सदस्य हैं, रेटिंग {4.9/5|4.7/5} है।
एक बार में एक ही निकासी हो सकती है; दो या तीन में बाँटें नहीं।
कृपया {स्पैम फ़ोल्डर|इनबॉक्स} देखें, ईमेल {दस मिनट|एक घंटे} में पहुँचता है।
भुगतान केवल अपने नाम के बैंक खाते से करें।
UPI ID वही लिखें जो आपके ऐप में {दिखती है|लिखी है}।
`,
  bn: `
আপনার ₹{2,350|500|১২,৫০০|1,00,000} টাকা {12 মার্চ|৩ মে ২০২৬|28/11/2026} তারিখে পাঠানো হয়েছে।
₹{100|৫০০} থেকে ₹{50,000|২,০০,০০০} পর্যন্ত জমা {10|১৫} মিনিটে যোগ হয়।
অনুগ্রহ করে ১২ অঙ্কের UTR আর পেমেন্টের {সময়|তারিখ} লিখুন।
আমরা {5 মিনিট|দুই ঘণ্টা|24 ঘণ্টা|এক বা দুই দিনের} মধ্যে উত্তর দিই।
প্রতিদিন {সকাল 9টা থেকে রাত 9টা|10:00 থেকে 22:00|সকাল ৮টা থেকে রাত ১১টা} পর্যন্ত খোলা।
আপনার {OTP|পিন|পাসওয়ার্ড} কাউকে দেবেন না, আমাদেরও না।
ভারত {5 উইকেটে|২৩ রানে} জিতেছে; স্কোর ছিল {245/6 (20 ov)|198/10}।
অ্যাপের {2.4.1|3.0} সংস্করণ {Android 14|iOS 17} এ চলে।
পিন কোড {560001|৭০০০০১} লিখুন।
{2%|১.৫%|দুই শতাংশ} ফি লাগে, কমপক্ষে ₹{10|২৫}।
ব্যাংক ₹{1,499|2,999} ফেরত দিয়েছে; অ্যাকাউন্ট নম্বর দেখে নিন।
সীমা ₹{10,000 থেকে ₹25,000|5,000 থেকে ₹10,000} করা হয়েছে।
অফার {1 থেকে 15 ডিসেম্বর 2026|31/12/2025 থেকে 05/01/2026} পর্যন্ত।
আমরা কখনও আগে টাকা চাই না, {UPI|ব্যাংক} দিয়েও না।
টেলিগ্রামে আমাদের {লিখুন|বার্তা পাঠান}; লিংক এই পাতাতেই আছে।
আমাদের Telegram চ্যানেল {উপরের|নিচের} বোতাম থেকে খুলুন।
কেউ {টেলিগ্রামে|WhatsApp-এ|ফেসবুকে} আগে লিখলে সে আমরা নই।
সবুজ ডট মানে আমরা অনলাইনে আছি।
অনুগ্রহ করে withdrawal_proof এর {ছবি|PDF} দিন।
{name}, আপনার বার্তার রেফারেন্স {reference}।
আধারের প্রথম আটটি সংখ্যা ঢেকে ছবি পাঠান।
কার্ডের শেষ চারটি সংখ্যাই যথেষ্ট।
একটি স্লিপে {পাঁচ|দশ|কুড়ি}টি পর্যন্ত বাজি ধরা যায়।
অডস {1.85 থেকে 1.92|2.10 থেকে 2.05} হয়েছে।
বোনাস {100%|50%}, ₹{10,000|5,000} পর্যন্ত, {7|30} দিনে।
ন্যূনতম বয়স {18|আঠারো} বছর।
দৈনিক সীমা ₹{500, ₹1,000 বা ₹5,000|100 বা ₹200} রাখতে পারেন।
অভিযোগের উত্তর {15 দিন|24 ঘণ্টা}র মধ্যে দেওয়া হয়।
রবিবার {02:00–04:00|রাত 2টা থেকে 4টা} রক্ষণাবেক্ষণ চলবে।
ফাইল {5|10} MB পর্যন্ত {JPEG|PNG} হতে পারে।
কোডটি প্রতি {30|60} সেকেন্ডে বদলায়।
দুই হাজার পাঁচশো টাকা {শুক্রবার|কাল} ফিরে আসবে।
{মুম্বাই ও চেন্নাই|ভারত ও অস্ট্রেলিয়া}র ম্যাচ {সন্ধ্যা 7:30|14:00} এ শুরু।
আমাদের {10,000|12,345|দশ হাজার}-এর বেশি সদস্য, রেটিং {4.9/5|4.7/5}।
এক, দুই বা তিন দিন লাগতে পারে।
ইমেল না পেলে {স্প্যাম ফোল্ডার|ইনবক্স} দেখুন।
শুধু নিজের নামের ব্যাংক অ্যাকাউন্ট থেকে টাকা দিন।
`,
  mr: `
तुमची ₹{2,350|500|१२,५००|1,00,000} ची रक्कम {12 मार्च|३ मे २०२६|28/11/2026} रोजी पाठवली.
₹{100|५००} ते ₹{50,000|२,००,०००} पर्यंतची जमा {10|१५} मिनिटांत दिसते.
कृपया १२ अंकी UTR आणि पैसे दिल्याची {वेळ|तारीख} लिहा.
आम्ही {5 मिनिटांत|दोन तासांत|24 तासांत|एक किंवा दोन दिवसांत} उत्तर देतो.
दररोज {सकाळी 9 ते रात्री 9|10:00 ते 22:00|सकाळी ८ वाजता ते रात्री ११ वाजता} सुरू.
तुमचा {ओटीपी|पिन|पासवर्ड} कोणालाही सांगू नका, आम्हालाही नाही.
भारताने {5 गडी|२३ धावांनी} सामना जिंकला; धावसंख्या {245/6 (20 ov)|198/10} होती.
अ‍ॅपची {2.4.1|3.0} आवृत्ती {Android 14|iOS 17} वर चालते.
पिन कोड {560001|४००००१} लिहा.
{2%|१.५%|दोन टक्के} शुल्क लागते, किमान ₹{10|२५}.
बँकेने ₹{1,499|2,999} परत केले; खाते क्रमांक तपासा.
मर्यादा ₹{10,000 वरून ₹25,000|5,000 वरून ₹10,000} केली आहे.
ऑफर {1 ते 15 डिसेंबर 2026|31/12/2025 ते 05/01/2026} पर्यंत आहे.
आम्ही आधी पैसे कधीच मागत नाही, {UPI|बँक} द्वारेही नाही.
टेलिग्रामवर आम्हाला {लिहा|संदेश पाठवा}; दुवा याच पानावर आहे.
आमचे Telegram चॅनेल {वरील|खालील} बटणाने उघडा.
कोणी {टेलिग्रामवर|WhatsApp वर|फेसबुकवर} आधी लिहिले तर ते आम्ही नाही.
कृपया withdrawal_proof चा {फोटो|PDF} जोडा.
{name}, तुमच्या संदेशाचा संदर्भ {reference} आहे.
आधारचे पहिले आठ अंक झाकून फोटो पाठवा.
कार्डचे शेवटचे चार अंक पुरेसे आहेत.
एका स्लिपमध्ये {पाच|दहा|वीस} पैजा लावता येतात.
ऑड्स {1.85 वरून 1.92|2.10 वरून 2.05} झाले.
बोनस {100%|50%} आहे, ₹{10,000|5,000} पर्यंत, {7|30} दिवसांत.
किमान वय {18|अठरा} वर्षे आहे.
दिवसाची मर्यादा ₹{500, ₹1,000 किंवा ₹5,000|100 किंवा ₹200} ठेवा.
तक्रारीचे उत्तर {15 दिवसांत|24 तासांत} मिळते.
रविवारी {02:00–04:00|रात्री 2 ते 4} देखभाल आहे.
फाइल {5|10} MB पर्यंतची {JPEG|PNG} असावी.
हा कोड दर {30|60} सेकंदांनी बदलतो.
दोन हजार पाचशे रुपये {शुक्रवारी|उद्या} परत येतील.
{मुंबई आणि चेन्नई|भारत आणि ऑस्ट्रेलिया} सामना {संध्याकाळी 7:30|14:00} वाजता सुरू होईल.
आमचे {10,000|12,345|दहा हजार} हून अधिक सदस्य आहेत, रेटिंग {4.9/5|4.7/5}.
एक, दोन किंवा तीन दिवस लागू शकतात.
ईमेल आला नसेल तर {स्पॅम फोल्डर|इनबॉक्स} पाहा.
फक्त तुमच्या नावाच्या बँक खात्यातून पैसे भरा.
`,
  te: `
మీ ₹{2,350|500|12,500|1,00,000} {12 మార్చి|3 మే 2026|28/11/2026} న పంపాం.
₹{100|500} నుండి ₹{50,000|2,00,000} వరకు డిపాజిట్ {10|15} నిమిషాల్లో చేరుతుంది.
దయచేసి 12 అంకెల UTR మరియు చెల్లింపు {సమయం|తేదీ} రాయండి.
మేము {5 నిమిషాల్లో|రెండు గంటల్లో|24 గంటల్లో|ఒకటి లేదా రెండు రోజుల్లో} జవాబిస్తాం.
ప్రతిరోజు {ఉదయం 9 నుండి రాత్రి 9|10:00 నుండి 22:00} వరకు తెరిచి ఉంటుంది.
మీ {OTP|పిన్|పాస్‌వర్డ్} ఎవరికీ చెప్పకండి, మాకు కూడా.
భారత్ {5 వికెట్ల|23 పరుగుల} తేడాతో గెలిచింది; స్కోరు {245/6 (20 ov)|198/10}.
యాప్ {2.4.1|3.0} వెర్షన్ {Android 14|iOS 17} లో పనిచేస్తుంది.
పిన్ కోడ్ {560001|500001} రాయండి.
{2%|1.5%|రెండు శాతం} ఫీజు ఉంటుంది, కనీసం ₹{10|25}.
బ్యాంకు ₹{1,499|2,999} తిరిగి పంపింది; ఖాతా నంబర్ చూసుకోండి.
పరిమితి ₹{10,000 నుండి ₹25,000|5,000 నుండి ₹10,000} కు పెంచాం.
ఆఫర్ {1 నుండి 15 డిసెంబర్ 2026|31/12/2025 నుండి 05/01/2026} వరకు.
మేము ముందుగా డబ్బు ఎప్పుడూ అడగం, {UPI|బ్యాంకు} ద్వారా కూడా.
టెలిగ్రామ్‌లో మాకు {రాయండి|సందేశం పంపండి}; లింక్ ఈ పేజీలోనే ఉంది.
మా Telegram ఛానల్ {పై|కింది} బటన్‌తో తెరవండి.
ఎవరైనా {టెలిగ్రామ్‌లో|WhatsApp లో|ఫేస్‌బుక్‌లో} ముందుగా రాస్తే అది మేము కాదు.
దయచేసి withdrawal_proof {చిత్రం|PDF} జత చేయండి.
{name} గారు, మీ సందేశం సూచన {reference}.
ఆధార్ మొదటి ఎనిమిది అంకెలు దాచి చిత్రం పంపండి.
కార్డు చివరి నాలుగు అంకెలు చాలు.
ఒక స్లిప్‌లో {ఐదు|పది|ఇరవై} బెట్ల వరకు పెట్టవచ్చు.
ఆడ్స్ {1.85 నుండి 1.92|2.10 నుండి 2.05} అయ్యాయి.
బోనస్ {100%|50%}, ₹{10,000|5,000} వరకు, {7|30} రోజుల్లో.
కనీస వయసు {18|పద్దెనిమిది} ఏళ్లు.
రోజువారీ పరిమితి ₹{500, ₹1,000 లేదా ₹5,000|100 లేదా ₹200}.
ఫిర్యాదుకు {15 రోజుల్లో|24 గంటల్లో} జవాబు వస్తుంది.
ఆదివారం {02:00–04:00|రాత్రి 2 నుండి 4} నిర్వహణ ఉంటుంది.
ఫైల్ {5|10} MB వరకు {JPEG|PNG} ఉండాలి.
కోడ్ ప్రతి {30|60} సెకన్లకు మారుతుంది.
రెండు వేల ఐదు వందల రూపాయలు {శుక్రవారం|రేపు} తిరిగి వస్తాయి.
{ముంబై, చెన్నై|భారత్, ఆస్ట్రేలియా} మ్యాచ్ {సాయంత్రం 7:30|14:00} కు మొదలవుతుంది.
మాకు {10,000|12,345|పది వేల} కంటే ఎక్కువ సభ్యులు, రేటింగ్ {4.9/5|4.7/5}.
ఒకటి, రెండు లేదా మూడు రోజులు పట్టవచ్చు.
ఇమెయిల్ రాకపోతే {స్పామ్ ఫోల్డర్|ఇన్‌బాక్స్} చూడండి.
మీ పేరున్న బ్యాంకు ఖాతా నుండే చెల్లించండి.
`,
  ta: `
உங்கள் ₹{2,350|500|12,500|1,00,000} {12 மார்ச்|3 மே 2026|28/11/2026} அன்று அனுப்பப்பட்டது.
₹{100|500} முதல் ₹{50,000|2,00,000} வரை வைப்பு {10|15} நிமிடங்களில் சேரும்.
12 இலக்க UTR மற்றும் பணம் செலுத்திய {நேரத்தை|தேதியை} எழுதுங்கள்.
{5 நிமிடங்களில்|இரண்டு மணி நேரத்தில்|24 மணி நேரத்தில்|ஒன்று அல்லது இரண்டு நாட்களில்} பதிலளிப்போம்.
தினமும் {காலை 9 மணி முதல் இரவு 9 மணி|10:00 முதல் 22:00} வரை திறந்திருக்கும்.
உங்கள் {OTP|பின்|கடவுச்சொல்லை} யாரிடமும் சொல்லாதீர்கள், எங்களிடமும் கூட.
இந்தியா {5 விக்கெட்|23 ரன்} வித்தியாசத்தில் வென்றது; ஸ்கோர் {245/6 (20 ov)|198/10}.
செயலியின் {2.4.1|3.0} பதிப்பு {Android 14|iOS 17} இல் இயங்கும்.
பின் கோடு {560001|600001} எழுதுங்கள்.
{2%|1.5%|இரண்டு சதவீதம்} கட்டணம் உண்டு, குறைந்தது ₹{10|25}.
வங்கி ₹{1,499|2,999} திருப்பி அனுப்பியது; கணக்கு எண்ணைச் சரிபாருங்கள்.
வரம்பு ₹{10,000 இலிருந்து ₹25,000|5,000 இலிருந்து ₹10,000} ஆக உயர்ந்தது.
சலுகை {1 முதல் 15 டிசம்பர் 2026|31/12/2025 முதல் 05/01/2026} வரை.
நாங்கள் முன்பணம் கேட்பதே இல்லை, {UPI|வங்கி} மூலமும் இல்லை.
டெலிகிராமில் எங்களுக்கு {எழுதுங்கள்|செய்தி அனுப்புங்கள்}; இணைப்பு இந்தப் பக்கத்திலேயே உள்ளது.
எங்கள் Telegram சேனலை {மேலே|கீழே} உள்ள பொத்தானில் திறக்கவும்.
யாராவது {டெலிகிராமில்|WhatsApp இல்|பேஸ்புக்கில்} முதலில் எழுதினால் அது நாங்கள் அல்ல.
withdrawal_proof {படத்தை|PDF ஐ} இணைக்கவும்.
{name}, உங்கள் செய்தியின் குறிப்பு {reference}.
ஆதாரின் முதல் எட்டு இலக்கங்களை மறைத்து படம் அனுப்புங்கள்.
அட்டையின் கடைசி நான்கு இலக்கங்கள் போதும்.
ஒரு சீட்டில் {ஐந்து|பத்து|இருபது} பந்தயங்கள் வரை வைக்கலாம்.
ஆட்ஸ் {1.85 இலிருந்து 1.92|2.10 இலிருந்து 2.05} ஆனது.
போனஸ் {100%|50%}, ₹{10,000|5,000} வரை, {7|30} நாட்களில்.
குறைந்தபட்ச வயது {18|பதினெட்டு}.
தினசரி வரம்பு ₹{500, ₹1,000 அல்லது ₹5,000|100 அல்லது ₹200}.
புகாருக்கு {15 நாட்களில்|24 மணி நேரத்தில்} பதில் வரும்.
ஞாயிறு {02:00–04:00|இரவு 2 மணி முதல் 4 மணி வரை} பராமரிப்பு.
கோப்பு {5|10} MB வரை {JPEG|PNG} ஆக இருக்கலாம்.
குறியீடு ஒவ்வொரு {30|60} வினாடியும் மாறும்.
இரண்டாயிரத்து ஐந்நூறு ரூபாய் {வெள்ளிக்கிழமை|நாளை} திரும்பும்.
{மும்பை, சென்னை|இந்தியா, ஆஸ்திரேலியா} ஆட்டம் {மாலை 7:30|14:00} மணிக்குத் தொடங்கும்.
எங்களுக்கு {10,000|12,345|பத்தாயிரம்} உறுப்பினர்களுக்கு மேல், மதிப்பீடு {4.9/5|4.7/5}.
ஒன்று, இரண்டு அல்லது மூன்று நாட்கள் ஆகலாம்.
மின்னஞ்சல் வரவில்லை என்றால் {ஸ்பேம் கோப்புறையை|இன்பாக்ஸை} பாருங்கள்.
உங்கள் பெயரில் உள்ள வங்கிக் கணக்கிலிருந்து மட்டும் செலுத்துங்கள்.
`,
  hinglish: `
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
`,
};

/** All wordings of the templates, each with its language; `{name}` and other placeholders of saved replies stay. */
export function innocentSentences(): Array<{ language: string; text: string }> {
  const expanded = (template: string): string[] => {
    const choice = /\{([^{}]*\|[^{}]*)\}/.exec(template);
    if (choice === null) return [template];
    const [all, options = ""] = choice;
    return options.split("|").flatMap((option) => expanded(template.replace(all, () => option)));
  };
  return [innocentTemplates, moreInnocentTemplates].flatMap(Object.entries<string>).flatMap(([language, lines]) =>
    lines
      .trim()
      .split("\n")
      .flatMap(expanded)
      .map((text) => ({ language, text })),
  );
}
