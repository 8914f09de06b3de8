import type { TestingTexts } from "../testing-texts.ts";

export const texts: TestingTexts = {
  innocent: `
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
  handles: [],
  between: ["mango", "sixer", "final"],
  noon: "28 November 2026, 12:28 pm",
  figures: { three: "3", five: "5" },
};
