import type { TeamDictionary } from "../dictionaries.ts";

export const serverTexts: TeamDictionary["serverTexts"] = {
  // Values in the sentences below: labels of fields, and what is counted.
  Address: "पता",
  Chat: "चैट",
  Code: "कोड",
  Days: "दिन",
  Description: "विवरण",
  "Display name": "दिखने वाला नाम",
  "Each address": "हर पता",
  Draft: "ड्राफ़्ट",
  Email: "ईमेल",
  "Inserted text": "डाला गया टेक्स्ट",
  "Text before it": "उससे पहले का टेक्स्ट",
  From: "प्रेषक",
  Holiday: "छुट्टी",
  Name: "नाम",
  Note: "नोट",
  Password: "पासवर्ड",
  Reply: "जवाब",
  Server: "सर्वर",
  Signature: "हस्ताक्षर",
  "Authentication server": "प्रमाणीकरण सर्वर",
  Text: "टेक्स्ट",
  "Time zone": "टाइम ज़ोन",
  Title: "शीर्षक",
  Token: "बॉट टोकन",
  User: "यूज़र",
  Value: "नंबर या पता",
  mail: "ईमेल",
  "incoming mail": "आने वाले ईमेल",
  "the webhook": "वेबहुक",
  description: "विवरण",
  text: "टेक्स्ट",
  address: "पता",
  number: "नंबर",
  "1 second": "1 सेकंड",
  "{count} seconds": "{count} सेकंड",
  "1 inquiry": "1 संदेश",
  "{count} inquiries": "{count} संदेश",
  "is not one": "में से नहीं है",
  "are none": "में से नहीं हैं",
  "The mail server": "ईमेल सर्वर",
  "The host": "सर्वर",

  // Fields of any form.
  "Please correct the marked fields.": "कृपया निशान लगे हुए खाने ठीक करें।",
  "Name must not contain an @.": "“नाम” में @ नहीं हो सकता।",
  "This is not right.": "यह सही नहीं है।",
  "This is too long or too large.": "यह बहुत लंबा या बहुत बड़ा है।",
  "This is too short or too small.": "यह बहुत छोटा है।",
  "There is nothing to change.": "बदलने के लिए कुछ नहीं है।",
  "Must be a day such as {example}.": "{example} जैसी तारीख़ डालें।",
  "Must be a day from {first} to {last}.": "{first} से {last} के बीच की तारीख़ डालें।",

  // Any call.
  "Please sign in.": "कृपया साइन इन करें।",
  "Only an owner may do this.": "यह केवल मालिक कर सकते हैं।",
  "An owner requires a second factor of everybody. Please set one up first.":
    "किसी मालिक ने टू-स्टेप वेरिफ़िकेशन सबके लिए ज़रूरी किया है। कृपया पहले इसे जोड़ें।",
  "Please confirm again that it is you, so that nobody else does this in your name.":
    "कृपया फिर पुष्टि करें कि यह आप हैं, ताकि आपके नाम से कोई और ऐसा न करे।",
  "Please open this site at {origin}: only there it takes this.": "कृपया यह साइट {origin} पर खोलें: यह केवल वहीं हो सकता है।",
  "This request came from another site.": "यह अनुरोध किसी दूसरी साइट से आया है।",
  "Too many tries. Please wait {time} and try again.": "बहुत ज़्यादा कोशिशें हुईं। कृपया {time} रुककर फिर कोशिश करें।",
  "Too many requests have come from your network. Please wait a moment and try again.":
    "आपके नेटवर्क से बहुत ज़्यादा अनुरोध आए हैं। कृपया थोड़ा रुककर फिर कोशिश करें।",
  "Too many people are signing in just now. Please try again in a moment.":
    "अभी बहुत सारे लोग साइन इन कर रहे हैं। कृपया थोड़ी देर में फिर कोशिश करें।",
  "We cannot save this just now. Please try again in a moment.":
    "हम इसे अभी सेव नहीं कर पा रहे हैं। कृपया थोड़ी देर में फिर कोशिश करें।",
  "Something went wrong on our side. Please try again.": "हमारी ओर से कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें।",
  "Something went wrong on our side.": "हमारी ओर से कुछ गड़बड़ हो गई।",
  "The request must be a JSON object with the fields of this call.":
    "अनुरोध एक JSON ऑब्जेक्ट होना चाहिए, जिसमें इस कॉल के फ़ील्ड हों।",
  "The request must say in If-Match which version it {does}.":
    "अनुरोध में If-Match से बताना ज़रूरी है कि वह किस संस्करण के लिए है।",
  "The request cannot be read: the body must be valid JSON.": "अनुरोध पढ़ा नहीं जा सकता: वह सही JSON होना चाहिए।",
  "The request cannot be read: its form is not whole.": "अनुरोध पढ़ा नहीं जा सकता: उसका फ़ॉर्म अधूरा है।",
  "The request is too large.": "अनुरोध बहुत बड़ा है।",
  "The address is too long.": "पता बहुत लंबा है।",
  "The request must be sent as application/json.": "अनुरोध application/json के रूप में भेजना ज़रूरी है।",
  "The request's headers are too large.": "अनुरोध के हेडर बहुत बड़े हैं।",
  "The request's headers are not right.": "अनुरोध के हेडर सही नहीं हैं।",
  "The request cannot be handled.": "यह अनुरोध पूरा नहीं किया जा सकता।",
  "There is no such call.": "ऐसी कोई कॉल नहीं है।",
  "This call answers {methods} only.": "यह कॉल केवल {methods} का जवाब देती है।",

  // Signing in.
  "The email address or the password is not right.": "ईमेल पता या पासवर्ड सही नहीं है।",
  "Please confirm that it is you.": "कृपया पुष्टि करें कि यह आप हैं।",
  "Your new password is set. Please confirm that it is you.": "आपका नया पासवर्ड सेट हो गया है। कृपया पुष्टि करें कि यह आप हैं।",
  "You are signed out.": "आप साइन आउट हो गए हैं।",
  "This link has been used or is over. Ask for a new one, or run `npm run admin` on the server.":
    "यह लिंक इस्तेमाल हो चुका है या इसका समय ख़त्म हो गया है। नया लिंक माँगें, या सर्वर पर `npm run admin` चलाएँ।",
  "The link is not complete.": "लिंक अधूरा है।",
  "If this is the address of a member, a link to set a new password is on its way.":
    "अगर यह टीम के किसी सदस्य का पता है, तो नया पासवर्ड सेट करने का लिंक भेज दिया गया है।",
  "This site sends no email. Ask an owner, or the operator of the server, for a link.":
    "यह साइट ईमेल नहीं भेजती। लिंक के लिए किसी मालिक या सर्वर के संचालक से कहें।",
  "This code is not right, or it was used before.": "यह कोड सही नहीं है, या पहले इस्तेमाल हो चुका है।",
  "This passkey was not accepted. Please try again, or sign in with your password.":
    "यह पासकी स्वीकार नहीं हुई। कृपया फिर कोशिश करें, या अपने पासवर्ड से साइन इन करें।",
  "This is not what a passkey answers.": "पासकी ऐसा जवाब नहीं देती।",
  "This sign-in took too long. Please type your password again.":
    "इस साइन इन में बहुत समय लग गया। कृपया अपना पासवर्ड फिर लिखें।",
  "This password is among the first that are tried. Take a longer one that nobody would guess.":
    "यह पासवर्ड उनमें से है जो सबसे पहले आज़माए जाते हैं। कोई लंबा पासवर्ड चुनें, जिसका अंदाज़ा कोई न लगा सके।",

  // The member's own account.
  "The password is not right.": "पासवर्ड सही नहीं है।",
  "This passkey was not accepted.": "यह पासकी स्वीकार नहीं हुई।",
  "This passkey was not accepted. Please try again.": "यह पासकी स्वीकार नहीं हुई। कृपया फिर कोशिश करें।",
  "The code is not right, or was used before.": "कोड सही नहीं है, या पहले इस्तेमाल हो चुका है।",
  "This code is not right. Look at the app again: it shows a new one every 30 seconds.":
    "यह कोड सही नहीं है। ऐप को फिर देखें: वह हर 30 सेकंड में नया कोड दिखाता है।",
  "You have a second factor: use your passkey, a one-time code or a recovery code.":
    "आपका टू-स्टेप वेरिफ़िकेशन चालू है: अपनी पासकी, वन-टाइम कोड या रिकवरी कोड इस्तेमाल करें।",
  "You have no second factor.": "आपका टू-स्टेप वेरिफ़िकेशन चालू नहीं है।",
  "You sign in with your company's account: change your password or second factor there.":
    "आप अपनी कंपनी के अकाउंट से साइन इन करते हैं: अपना पासवर्ड या टू-स्टेप वेरिफ़िकेशन वहीं बदलें।",
  "Thank you. You can go on.": "धन्यवाद। आप जारी रख सकते हैं।",
  "This took too long. Please begin again.": "इसमें बहुत समय लग गया। कृपया फिर से शुरू करें।",
  "One-time codes are on.": "वन-टाइम कोड चालू हैं।",
  "One-time codes are off.": "वन-टाइम कोड बंद हैं।",
  "One-time codes are off already.": "वन-टाइम कोड पहले से बंद हैं।",
  "The passkey is added.": "पासकी जोड़ दी गई।",
  "The passkey is removed.": "पासकी हटा दी गई।",
  "This passkey is known already.": "यह पासकी पहले से जोड़ी हुई है।",
  "There is no such passkey any more.": "यह पासकी अब नहीं है।",
  "You have as many passkeys as one can have. Remove one first.": "आपके पास उतनी पासकी हैं जितनी हो सकती हैं। पहले एक हटाएँ।",
  "An owner requires a second factor of everybody. Add another one first.":
    "किसी मालिक ने टू-स्टेप वेरिफ़िकेशन सबके लिए ज़रूरी किया है। पहले कोई दूसरा जोड़ें।",
  "Passkeys do not work at this site's address.": "साइट के इस पते पर पासकी नहीं चलती।",
  "This site is opened by an IP address ({host}), and passkeys need a name.":
    "यह साइट IP पते ({host}) से खोली गई है, और पासकी के लिए नाम वाला पता चाहिए।",
  "This site is opened over http ({origin}), and passkeys need https.":
    "यह साइट http ({origin}) से खोली गई है, और पासकी के लिए https चाहिए।",
  "Passkeys work where this site is opened as {origin}, or as its PUBLIC_URL once one is set.":
    "पासकी वहाँ चलती है जहाँ यह साइट {origin} से खोली जाए, या PUBLIC_URL सेट होने पर उस पते से।",
  "One other session is over.": "बाकी एक सेशन ख़त्म कर दिया गया।",
  "{count} other sessions are over.": "बाकी {count} सेशन ख़त्म कर दिए गए।",
  "All of your sessions are over, this one as well.": "आपके सभी सेशन ख़त्म कर दिए गए, यह वाला भी।",
  "The session is over.": "सेशन ख़त्म कर दिया गया।",
  "This session is over already.": "यह सेशन पहले ही ख़त्म हो चुका है।",
  "Choose whether this session ends as well.": "चुनें कि यह सेशन भी ख़त्म हो या नहीं।",
  "Your password is changed.": "आपका पासवर्ड बदल गया है।",
  "Your password is changed. {rest}": "आपका पासवर्ड बदल गया है। {rest}",

  // The team.
  "Choose a role for this member.": "इस सदस्य की भूमिका चुनें।",
  "Choose whether this member is active.": "चुनें कि यह सदस्य सक्रिय हो या नहीं।",
  "Choose who gets the open inquiries, or nobody.": "चुनें कि खुले संदेश किसे मिलें, या “किसी को नहीं” चुनें।",
  "Give the texts by the codes of the languages.": "टेक्स्ट भाषाओं के कोड के साथ दें।",
  "Choose a PNG, WebP or JPEG picture.": "PNG, WebP या JPEG तस्वीर चुनें।",
  "Choose a smaller picture.": "इससे छोटी तस्वीर चुनें।",
  "Name the picture that you saw.": "बताएँ कि आपने कौन-सी तस्वीर देखी।",
  "Visitors see the picture now.": "अब विज़िटरों को यह तस्वीर दिखती है।",
  "The picture is another one now, or was removed. Please reload the page.":
    "तस्वीर बदल गई है या हटा दी गई है। कृपया पेज फिर लोड करें।",
  "The display name, signature and picture are removed.": "दिखने वाला नाम, हस्ताक्षर और तस्वीर हटा दी गई हैं।",
  "This member has set nothing, or it was removed already.": "इस सदस्य ने कुछ नहीं रखा है, या वह पहले ही हटाया जा चुका है।",
  "A display name may hold letters, spaces, and . ' - ( ) alone: no numbers, links or user names.":
    "दिखने वाले नाम में केवल अक्षर, ख़ाली जगह और . ' - ( ) हो सकते हैं: नंबर, लिंक या यूज़रनेम नहीं।",
  "A signature may have at most {lines} lines.": "हस्ताक्षर में ज़्यादा से ज़्यादा {lines} पंक्तियाँ हो सकती हैं।",
  "Choose whether this member takes turns.": "चुनें कि इस सदस्य की बारी लगे या नहीं।",
  "Choose whether an inquiry that you reply to is assigned to you.":
    "चुनें कि जिस संदेश का आप जवाब दें, वह आपको सौंपा जाए या नहीं।",
  "Until must be a time such as 2026-11-28T09:30:00.000Z.": "समय ऐसा होना चाहिए: 2026-11-28T09:30:00.000Z।",
  "Inquiry must be text.": "संदेश टेक्स्ट होना चाहिए।",
  "Marked as read": "पढ़ा हुआ माना गया",
  "Choose what Ctrl+Enter does.": "चुनें कि Ctrl+Enter से क्या हो।",
  "Choose where you are told of it.": "चुनें कि आपको इसकी सूचना कहाँ मिले।",
  "Choose whether the bell shows it.": "चुनें कि यह घंटी में दिखे या नहीं।",
  "Choose whether an email tells of it.": "चुनें कि इसका ईमेल आए या नहीं।",
  "Set the quiet hours, or switch them off.": "साइलेंट समय सेट करें या उसे बंद करें।",
  "Quiet hours must begin and end at different times.": "साइलेंट समय के शुरू और ख़त्म होने का समय अलग होना चाहिए।",
  "There is a member with this address already.": "इस पते वाला एक सदस्य पहले से है।",
  "Choose another member who can sign in, or nobody.": "कोई दूसरा सदस्य चुनें जो साइन इन कर सकता है, या “किसी को नहीं” चुनें।",
  "This member is no longer there. Please reload the page.": "यह सदस्य अब नहीं है। कृपया पेज फिर लोड करें।",
  "This member does not wait to become an owner any more. Please reload the page.":
    "इस सदस्य को मालिक बनाने का प्रस्ताव अब नहीं है। कृपया पेज फिर लोड करें।",
  "The last owner must stay one. Make somebody else an owner first.":
    "आख़िरी मालिक की भूमिका नहीं हटाई जा सकती। पहले किसी और को मालिक बनाएँ।",
  ["Changes of the channels wait for a second owner, so two owners who can sign in must stay. Make somebody else an " +
  "owner first, or change that rule."]:
    "चैनलों के बदलाव दूसरे मालिक की मंज़ूरी का इंतज़ार करते हैं, इसलिए साइन इन कर सकने वाले दो मालिक ज़रूरी हैं। " +
    "पहले किसी और को मालिक बनाएँ, या वह नियम बदलें।",
  ["An owner requires a second factor of everybody, so you cannot be without one. Replace it under “Your " +
  "security” instead."]:
    "किसी मालिक ने टू-स्टेप वेरिफ़िकेशन सबके लिए ज़रूरी किया है, इसलिए आप इसके बिना नहीं रह सकते। इसे “आपकी सुरक्षा” में जाकर बदलें।",
  "Another owner has to do this.": "यह किसी दूसरे मालिक को करना होगा।",
  ["You have become an owner, or your password or second factor was reset, less than 24 hours ago. You can approve " +
  "from {time} UTC on; until then another owner has to."]:
    "आपको मालिक बने, या आपका पासवर्ड या टू-स्टेप वेरिफ़िकेशन रीसेट हुए, अभी 24 घंटे नहीं हुए हैं। आप {time} UTC से " +
    "मंज़ूरी दे सकते हैं; तब तक किसी दूसरे मालिक को मंज़ूरी देनी होगी।",
  ["This was proposed before you became an owner, or before your password or second factor was reset. Another " +
  "owner has to approve it, or it has to be proposed again."]:
    "यह प्रस्ताव आपके मालिक बनने से पहले, या आपका पासवर्ड या टू-स्टेप वेरिफ़िकेशन रीसेट होने से पहले का है। इसे किसी दूसरे मालिक को " +
    "मंज़ूर करना होगा, या इसका प्रस्ताव फिर से रखना होगा।",
  "The second factor is taken away. The member signs in again, with the password alone.":
    "टू-स्टेप वेरिफ़िकेशन हटा दिया गया। सदस्य अब केवल पासवर्ड से फिर साइन इन करेंगे।",
  "One session is over.": "एक सेशन ख़त्म कर दिया गया।",
  "{count} sessions are over.": "{count} सेशन ख़त्म कर दिए गए।",
  "This member is deactivated. Activate them first.": "यह सदस्य निष्क्रिय है। पहले उन्हें सक्रिय करें।",
  "This member signs in with the company's account, and has no password here.":
    "यह सदस्य कंपनी के अकाउंट से साइन इन करते हैं, और यहाँ उनका कोई पासवर्ड नहीं है।",
  "Only owners may set whether others take turns.": "दूसरों की बारी केवल मालिक बदल सकते हैं।",
  "Takes turns at new inquiries": "नए संदेशों में बारी लगेगी",
  "Takes no turns at new inquiries": "नए संदेशों में बारी नहीं लगेगी",

  // Channels.
  "Choose a type of channel, such as WhatsApp or Telegram.": "चैनल का प्रकार चुनें, जैसे WhatsApp या Telegram।",
  "At most {count} characters: write {expected}.": "ज़्यादा से ज़्यादा {count} अक्षर हो सकते हैं। लिखें: {expected}।",
  "This holds a hidden character: type by hand {expected}.": "इसमें कोई छिपा हुआ अक्षर है। हाथ से टाइप करें: {expected}।",
  "Write {expected}.": "लिखें: {expected}।",
  "This website is listed already, as {value}.": "यह वेबसाइट पहले से सूची में है: {value}।",
  "The 0 after the country code is not dialled: write {expected}.":
    "देश के कोड के बाद का 0 डायल नहीं होता। लिखें: {expected}।",
  "This is a single post or video, not a channel: write {expected}.":
    "यह एक पोस्ट या वीडियो है, चैनल नहीं। लिखें: {expected}।",
  "This link only shares a text or page, it is no channel: write {expected}.":
    "यह लिंक केवल कोई टेक्स्ट या पेज शेयर करता है, यह चैनल नहीं है। लिखें: {expected}।",
  "This link only leads on to another address: write {expected}.":
    "यह लिंक केवल किसी दूसरे पते पर ले जाता है। लिखें: {expected}।",
  "This is a page to sign in, not a channel: write {expected}.": "यह साइन इन करने का पेज है, चैनल नहीं। लिखें: {expected}।",
  "This is a page of the service itself, not a channel: write {expected}.":
    "यह उस सेवा का अपना पेज है, चैनल नहीं। लिखें: {expected}।",
  "one number of at most 15 digits, such as +91 90000 00000 or 1800 000 0000":
    "ज़्यादा से ज़्यादा 15 अंकों का एक नंबर, जैसे +91 90000 00000 या 1800 000 0000",
  "the full number with its country code, such as +91 90000 00000": "देश के कोड के साथ पूरा नंबर, जैसे +91 90000 00000",
  "one email address and nothing else, such as support@example.com": "केवल एक ईमेल पता, जैसे support@example.com",
  "the channel's full URL on t.me or its @name, such as https://t.me/example":
    "t.me पर चैनल का पूरा URL या उसका @name, जैसे https://t.me/example",
  "the full URL without port or password, such as {example}": "बिना पोर्ट या पासवर्ड का पूरा URL, जैसे {example}",
  "the channel's full URL, such as {example}": "चैनल का पूरा URL, जैसे {example}",
  "the profile's full URL or its name, such as {example}": "प्रोफ़ाइल का पूरा URL या उसका नाम, जैसे {example}",
  "the page's full URL or its name, such as {example}": "पेज का पूरा URL या उसका नाम, जैसे {example}",
  "the profile's full URL, such as {example}": "प्रोफ़ाइल का पूरा URL, जैसे {example}",
  "This {what} holds hidden marks that turn the direction of writing. Type it by hand.":
    "इस {what} में ऐसे छिपे निशान हैं जो लिखने की दिशा बदलते हैं। इसे हाथ से टाइप करें।",
  "This {what} names {names}, which {is} of your active channels. Edit or remove it.":
    "इस {what} में {names} का ज़िक्र है, जो आपके चालू चैनलों {is}। इसे बदलें या हटाएँ।",
  "This {what} and those beside it name {names}, which {is} of your active channels. Edit one of them.":
    "इस {what} और इसके साथ वालों में मिलकर {names} का ज़िक्र है, जो आपके चालू चैनलों {is}। इनमें से एक को बदलें।",
  "Choose whether the channel is active.": "चुनें कि चैनल चालू हो या नहीं।",
  "Choose what changes.": "चुनें कि क्या बदलेगा।",
  "From must be a time such as {example}.": "“कब से” में {example} जैसा समय होना चाहिए।",
  "To must be a time such as {example}.": "“कब तक” में {example} जैसा समय होना चाहिए।",
  "Until must be a time such as {example}, or left empty.": "“कब तक” में {example} जैसा समय होना चाहिए, या इसे ख़ाली छोड़ें।",
  "Until must be a time such as {example}.": "“कब तक” में {example} जैसा समय होना चाहिए।",
  "From must be a time to come.": "“कब से” में आने वाला समय होना चाहिए।",
  "Until must be later than from.": "“कब तक” का समय “कब से” के बाद होना चाहिए।",
  "Minutes must be a whole number from 1 to 10080.":
    "“कितने मिनट बाद प्रकाशित हो” में 1 से 10080 तक की पूरी संख्या होनी चाहिए।",
  "Choose when changes are published: at once, once a second owner approves them, or after a while.":
    "चुनें कि बदलाव कब प्रकाशित हो: तुरंत, दूसरे मालिक की मंज़ूरी के बाद, या कुछ समय बाद।",
  "Choose whether all channels are hidden.": "चुनें कि सभी चैनल छिपे हों या नहीं।",
  "List the channels in their new order.": "चैनलों की सूची उनके नए क्रम में दें।",
  "List at most {count} channels.": "ज़्यादा से ज़्यादा {count} चैनल दें।",
  "Choose a day of the week.": "हफ़्ते का कोई दिन चुनें।",
  "Hours must begin and end at different times; use 00:00 to 24:00 for a whole day.":
    "समय का शुरू और ख़त्म होना अलग-अलग होना चाहिए; पूरे दिन के लिए 00:00 से 24:00 डालें।",
  "Time zone must be one such as Asia/Kolkata.": "“टाइम ज़ोन” Asia/Kolkata जैसा होना चाहिए।",
  "List the times at which somebody answers.": "वे समय डालें जब कोई जवाब देता है।",
  "Hours must have at least one time at which somebody answers; leave them out for always.":
    "कम से कम एक समय डालें जब कोई जवाब देता है; हमेशा के लिए “हमेशा उपलब्ध” चुनें।",
  "List at most {count} times.": "ज़्यादा से ज़्यादा {count} समय डालें।",
  "Holiday must be a day such as {example}.": "“छुट्टी” में {example} जैसी तारीख़ होनी चाहिए।",
  "List the holidays.": "छुट्टियाँ डालें।",
  "List at most {count} holidays.": "ज़्यादा से ज़्यादा {count} छुट्टियाँ डालें।",
  "Set weekly hours in a time zone, or choose that somebody always answers.":
    "किसी टाइम ज़ोन में साप्ताहिक समय डालें, या “हमेशा उपलब्ध” चुनें।",
  "This contact is no longer there. Please reload the list.": "यह संपर्क अब नहीं है। कृपया सूची फिर लोड करें।",
  "The list is full. Delete a contact that is no longer used first.":
    "सूची भर गई है। पहले कोई ऐसा संपर्क हटाएँ जो अब काम का न हो।",
  "The list has changed in the meantime. Please look at it and try again.":
    "इस बीच सूची बदल गई है। कृपया उसे देखें और फिर कोशिश करें।",
  "The list has changed in the meantime. Please look at it again.": "इस बीच सूची बदल गई है। कृपया उसे फिर देखें।",
  "This has been changed since, so that it cannot be undone by itself. Undo the later change first.":
    "इसके बाद फिर बदलाव हुआ है, इसलिए इसे अकेले वापस नहीं लिया जा सकता। पहले बाद वाला बदलाव वापस लें।",
  "Another change of this channel is scheduled for the same time. Cancel that one first.":
    "इस चैनल का एक और बदलाव इसी समय के लिए तय है। पहले उसे रद्द करें।",
  ["The list in the store was changed by something other than this program. An owner has to put the last good " +
  "list back first."]: "डेटा स्टोर में सूची इस प्रोग्राम के बाहर से बदली गई है। पहले किसी मालिक को पिछली सही सूची बहाल करनी होगी।",
  "This was made by a newer version of this program. Do it there, or once the update of all instances is finished.":
    "यह इस प्रोग्राम के नए संस्करण से बना है। इसे वहीं करें, या सभी सर्वर अपडेट हो जाने के बाद।",
  "The time of this change is over. Withdraw it and schedule it again.":
    "इस बदलाव का समय निकल चुका है। इसे वापस लें और इसका समय फिर तय करें।",
  "Too much waits or is scheduled already. Withdraw or cancel something first.":
    "पहले से बहुत कुछ इंतज़ार में है या तय है। पहले कुछ वापस लें या रद्द करें।",
  "The channels have been changed since this was proposed. Withdraw it and make the change again.":
    "इस प्रस्ताव के बाद चैनल बदल चुके हैं। इसे वापस लें और बदलाव फिर से करें।",
  "There is only one owner. Invite a second one first, or nobody could approve.":
    "केवल एक मालिक है। पहले दूसरे को आमंत्रित करें, वरना कोई मंज़ूरी नहीं दे सकेगा।",
  "Saved. It waits for the approval of another owner.": "सेव हो गया। इसे किसी दूसरे मालिक की मंज़ूरी का इंतज़ार है।",
  "Saved. It is published when its delay is over.": "सेव हो गया। तय समय बीतने पर यह प्रकाशित होगा।",
  "Contact deleted successfully": "संपर्क हटा दिया गया",
  "The scheduled change is cancelled.": "तय बदलाव रद्द कर दिया गया।",
  "All channels are hidden.": "सभी चैनल छिपे हुए हैं।",
  "The channels are shown again.": "चैनल फिर दिख रहे हैं।",
  "The rule is saved.": "नियम सेव हो गया।",
  "The change is published.": "बदलाव प्रकाशित हो गया।",
  "The change is withdrawn.": "बदलाव का प्रस्ताव वापस ले लिया गया।",
  "The change is undone.": "बदलाव वापस ले लिया गया।",
  "The last good list is back.": "पिछली सही सूची बहाल हो गई।",
  "There is nothing to put back: the list in the store is good.": "बहाल करने के लिए कुछ नहीं है: डेटा स्टोर में सूची सही है।",
  "The list of channels has been taken out of the store.": "चैनलों की सूची डेटा स्टोर से हटा दी गई है।",
  "The list of channels in the store has been changed by something other than this program.":
    "डेटा स्टोर में चैनलों की सूची इस प्रोग्राम के बाहर से बदली गई है।",
  "The store holds an older list of channels than the one that was published last.":
    "डेटा स्टोर में चैनलों की सूची उससे पुरानी है जो पिछली बार प्रकाशित हुई थी।",
  "The list of channels in the store cannot be read.": "डेटा स्टोर में चैनलों की सूची पढ़ी नहीं जा सकती।",
  "The history of the channels in the store has been changed by something other than this program.":
    "डेटा स्टोर में चैनलों का इतिहास इस प्रोग्राम के बाहर से बदला गया है।",
  "The history of the channels in the store cannot be read.": "डेटा स्टोर में चैनलों का इतिहास पढ़ा नहीं जा सकता।",

  // Importing channels.
  "This is not a file of channels that was exported from a front desk.":
    "यह किसी फ़्रंट डेस्क से एक्सपोर्ट की गई चैनलों की फ़ाइल नहीं है।",
  "Choose a file of channels that was exported from a front desk.": "किसी फ़्रंट डेस्क से एक्सपोर्ट की गई चैनलों की फ़ाइल चुनें।",
  "This file is of a version that this program does not know; it knows 1.":
    "इस फ़ाइल का संस्करण यह प्रोग्राम नहीं जानता; यह केवल 1 जानता है।",
  "The file must hold a list of channels.": "फ़ाइल में चैनलों की सूची होनी चाहिए।",
  "A file may hold at most {count} channels.": "एक फ़ाइल में ज़्यादा से ज़्यादा {count} चैनल हो सकते हैं।",
  "Choose whether channels that are not in the file are removed.": "चुनें कि जो चैनल फ़ाइल में नहीं हैं, वे हटें या नहीं।",
  "Choose whether to show only what would change.": "चुनें कि केवल यह दिखाया जाए या नहीं कि क्या बदलेगा।",
  "Say which version of the list you have seen: a whole number.": "बताएँ कि आपने सूची का कौन सा संस्करण देखा है: एक पूरी संख्या।",
  "Version is required: that of the list which the dry run looked at.":
    "संस्करण ज़रूरी है: उस सूची का, जिससे फ़ाइल की तुलना हुई थी।",

  // The inbox.
  "Choose a status for the inquiry.": "संदेश की स्थिति चुनें।",
  "Choose messages, or reports of impostors.": "संदेश या जालसाज़ की शिकायतें चुनें।",
  "Choose a time, or that it waits for the visitor's answer.": "कोई समय चुनें, या यह कि वह विज़िटर के जवाब तक टले।",
  "Choose a time in the future, at most a year from now.": "आने वाला कोई समय चुनें, अब से ज़्यादा से ज़्यादा एक साल बाद का।",
  "Choose how long the visitor has waited: a whole number of hours from 0 to 8760.":
    "चुनें कि विज़िटर ने कितना इंतज़ार किया है: 0 से 8760 तक, पूरे घंटों में।",
  "Choose an order that the inbox has, or none for the newest first.":
    "इनबॉक्स का कोई क्रम चुनें, या सबसे नए पहले के लिए कोई नहीं।",
  "Authentication server must be a name such as mx.example.com.": "“प्रमाणीकरण सर्वर” mx.example.com जैसा नाम होना चाहिए।",
  "Choose those that mention you, or leave this out.": "वे चुनें जिनमें आपका ज़िक्र है, या इसे छोड़ दें।",
  "Choose those whose reply did not arrive, or leave this out.": "वे चुनें जिनका जवाब नहीं पहुँचा, या इसे छोड़ दें।",
  "Choose the snoozed inquiries, or leave this out.": "टाले गए संदेश चुनें, या इसे छोड़ दें।",
  "Search must be text.": "खोज में केवल टेक्स्ट हो सकता है।",
  "Search must be at most 200 characters.": "खोज में ज़्यादा से ज़्यादा 200 अक्षर हो सकते हैं।",
  "This page of the list is not there. Please go back to the first one.":
    "सूची का यह पेज नहीं है। कृपया पहले पेज पर वापस जाएँ।",
  "This page of the bin is not there. Please go back to the first one.": "बिन का यह पेज नहीं है। कृपया पहले पेज पर वापस जाएँ।",
  "Choose at most {count} inquiries.": "ज़्यादा से ज़्यादा {count} संदेश चुनें।",
  "Choose at least one inquiry.": "कम से कम एक संदेश चुनें।",
  "Choose an inquiry.": "कोई संदेश चुनें।",
  "Choose the inquiry that is open, or none.": "वह संदेश चुनें जो खुला है, या कोई नहीं।",
  "Choose a member of the team, or nobody.": "टीम का कोई सदस्य चुनें, या “किसी को नहीं” चुनें।",
  "Say which version of the inquiry you have seen: a whole number.":
    "बताएँ कि आपने संदेश का कौन सा संस्करण देखा है: एक पूरी संख्या।",
  "Name each inquiry with the version that you have seen.": "हर संदेश के साथ बताएँ कि आपने उसका कौन सा संस्करण देखा है।",
  "List the inquiries.": "संदेशों की सूची दें।",
  "List what changes.": "बताएँ कि क्या बदलता है।",
  "Each change must name an inquiry.": "हर बदलाव में कोई संदेश होना चाहिए।",
  "This inquiry is no longer there.": "यह संदेश अब नहीं है।",
  "This inquiry is in the bin. Restore it first.": "यह संदेश बिन में है। पहले इसे बिन से निकालें।",
  "This inquiry is merged into another one. Go on there, or undo the merge first.":
    "यह संदेश दूसरे में मिलाया गया है। वहीं आगे बढ़ें, या पहले मिलाना वापस लें।",
  "A colleague has changed this inquiry in the meantime.": "इस बीच किसी सहकर्मी ने इस संदेश में बदलाव किया है।",
  "A colleague or the visitor has changed this inquiry in the meantime.":
    "इस बीच किसी सहकर्मी या विज़िटर ने इस संदेश में बदलाव किया है।",
  "This member cannot be assigned: they are not in the team any more.":
    "इस सदस्य को संदेश नहीं सौंपे जा सकते: वे अब टीम में नहीं हैं।",
  "1 inquiry changed.": "1 संदेश बदला गया।",
  "{count} inquiries changed.": "{count} संदेश बदले गए।",
  "1 inquiry changed. {rest}": "1 संदेश बदला गया। {rest}",
  "{count} inquiries changed. {rest}": "{count} संदेश बदले गए। {rest}",
  "1 inquiry moved to the bin.": "1 संदेश बिन में डाला गया।",
  "{count} inquiries moved to the bin.": "{count} संदेश बिन में डाले गए।",
  "1 inquiry moved to the bin. {rest}": "1 संदेश बिन में डाला गया। {rest}",
  "{count} inquiries moved to the bin. {rest}": "{count} संदेश बिन में डाले गए। {rest}",
  "{count} had been changed by a colleague.": "{count} को इस बीच किसी सहकर्मी ने बदल दिया था।",
  "1 inquiry restored.": "1 संदेश बिन से निकाला गया।",
  "{count} inquiries restored.": "{count} संदेश बिन से निकाले गए।",
  "1 inquiry erased for good.": "1 संदेश हमेशा के लिए मिटाया गया।",
  "{count} inquiries erased for good.": "{count} संदेश हमेशा के लिए मिटाए गए।",
  "Only owners, and agents whom an owner allowed, may delete several inquiries at once.":
    "एक साथ कई संदेश केवल मालिक हटा सकते हैं, और वे एजेंट जिन्हें किसी मालिक ने अनुमति दी है।",
  "Only owners, and agents whom an owner allowed, may export inquiries.":
    "संदेश केवल मालिक एक्सपोर्ट कर सकते हैं, और वे एजेंट जिन्हें किसी मालिक ने अनुमति दी है।",
  "Say by which connection the inbox is open.": "बताएँ कि इनबॉक्स किस कनेक्शन से खुला है।",
  "Say whether you are replying.": "बताएँ कि आप जवाब लिख रहे हैं या नहीं।",
  "Say whether the page is hidden.": "बताएँ कि पेज छिपा हुआ है या नहीं।",
  "There is no such connection.": "ऐसा कोई कनेक्शन नहीं है।",
  "This connection has ended.": "यह कनेक्शन ख़त्म हो गया है।",
  "The presence is set.": "सहकर्मियों को बता दिया गया है।",

  // Replies, notes and files.
  "Say with which new UUID this reply is sent, so that sending it again adds nothing.":
    "बताएँ कि यह जवाब किस नए UUID के साथ भेजा जाता है, ताकि फिर भेजने से कुछ न जुड़े।",
  "Choose how the reply goes out.": "चुनें कि जवाब कैसे जाए।",
  "Choose the status that the reply sets, or leave it out.": "जवाब के साथ लगने वाली स्थिति चुनें, या उसे छोड़ दें।",
  "No email can be sent: the visitor left no address or wants none, or email is not set up.":
    "ईमेल नहीं भेजा जा सकता: विज़िटर ने पता नहीं दिया या ईमेल नहीं चाहते, या ईमेल सेट अप नहीं है।",
  "This conversation has gone on in the meantime.": "इस बीच बातचीत आगे बढ़ गई है।",
  "Draft discarded": "ड्राफ़्ट हटाया गया",
  "This draft was changed in another tab or on another device.": "यह ड्राफ़्ट किसी दूसरे टैब या डिवाइस पर बदला गया है।",
  "Say which of the two drafts it is.": "बताएँ कि यह दोनों में से कौन-सा ड्राफ़्ट है।",
  "When it was last seen must be a time.": "पिछली बार कब देखा गया, यह एक समय होना चाहिए।",
  "This reply is no longer there.": "यह जवाब अब नहीं है।",
  "There is no such answer any more.": "ऐसा कोई जवाब अब नहीं है।",
  "Say whether the answer is the visitor's.": "बताएँ कि यह जवाब विज़िटर का है या नहीं।",
  "This reply has left already.": "यह जवाब भेजा जा चुका है।",
  "This file is no longer there.": "यह फ़ाइल अब नहीं है।",
  "List the members that the note mentions.": "उन सदस्यों की सूची दें जिनका नोट में ज़िक्र है।",
  "Mention at most {count} members in a note.": "एक नोट में ज़्यादा से ज़्यादा {count} सदस्यों का ज़िक्र करें।",
  "A member that the note mentions is not in the team any more.":
    "नोट में जिन सदस्यों का ज़िक्र है, उनमें से कोई अब टीम में नहीं है।",
  "Please choose at most {count} files.": "कृपया ज़्यादा से ज़्यादा {count} फ़ाइलें चुनें।",
  "Each file can be up to {megabytes} MB. Please choose a smaller one.":
    "हर फ़ाइल {megabytes} MB तक की हो सकती है। कृपया छोटी फ़ाइल चुनें।",
  "Only pictures (JPEG, PNG or WebP) and PDF files can be sent. Please choose another file.":
    "केवल तस्वीरें (JPEG, PNG या WebP) और PDF फ़ाइलें भेजी जा सकती हैं। कृपया दूसरी फ़ाइल चुनें।",
  "One of the pictures cannot be opened. Please choose another one.":
    "इनमें से एक तस्वीर खुल नहीं रही है। कृपया दूसरी तस्वीर चुनें।",
  "Too many files are coming in just now. Please send your message without them, or try again in a minute.":
    "अभी बहुत सारी फ़ाइलें आ रही हैं। कृपया अपना संदेश उनके बिना भेजें, या एक मिनट बाद फिर कोशिश करें।",
  "No more files can be taken at present. Please send your message without them.":
    "अभी और फ़ाइलें नहीं ली जा सकतीं। कृपया अपना संदेश उनके बिना भेजें।",

  // Merging.
  "This email is no longer there.": "यह ईमेल अब नहीं है।",
  "This email cannot be read, so it cannot be taken. Download it instead.":
    "यह ईमेल पढ़ा नहीं जा सकता, इसलिए लिया नहीं जा सकता। इसके बजाय इसे डाउनलोड करें।",
  "Many emails are being read at the moment. Please try again in a minute.":
    "अभी बहुत से ईमेल पढ़े जा रहे हैं। कृपया एक मिनट बाद फिर कोशिश करें।",
  "The email was taken.": "ईमेल ले लिया गया।",
  "This report is no longer there.": "यह सूचना अब नहीं है।",
  "There is no email of a reply that could have come back.": "किसी जवाब का ऐसा ईमेल नहीं है जो लौट सकता था।",
  "The reply is marked as not delivered.": "जवाब पर “नहीं पहुँचा” का निशान लग गया।",
  "The email is listed again.": "ईमेल फिर से सूची में है।",
  "Somebody has worked on this inquiry since. Delete it instead.":
    "इस संदेश पर इस बीच किसी ने काम किया है। इसके बजाय इसे डिलीट करें।",
  "The inquiry to merge into is no longer there, or in the bin.": "जिस संदेश में मिलाना है, वह अब नहीं है, या बिन में है।",
  "This inquiry is merged into another one already. Undo that merge first.":
    "यह संदेश पहले से दूसरे में मिलाया गया है। पहले उसे मिलाना वापस लें।",
  "Others are merged into this inquiry. Undo these merges first, or merge the other way round.":
    "इस संदेश में दूसरे संदेश मिलाए गए हैं। पहले उन्हें मिलाना वापस लें, या उल्टी तरफ़ मिलाएँ।",
  "The inquiry to merge into is merged itself. Merge into the one where it goes on.":
    "जिस संदेश में मिलाना है, वह ख़ुद दूसरे में मिलाया गया है। उसमें मिलाएँ जहाँ बातचीत आगे बढ़ती है।",
  "The inquiry to merge into is possible spam, whose answers notify nobody. Mark it New first.":
    "जिस संदेश में मिलाना है, वह संभावित स्पैम है, और उसमें आए जवाबों की सूचना किसी को नहीं मिलती। पहले उसे “नया” मार्क करें।",
  "At most {count} inquiries can be merged into one.": "एक संदेश में ज़्यादा से ज़्यादा {count} संदेश मिलाए जा सकते हैं।",
  "There is no such inquiry.": "ऐसा कोई संदेश नहीं है।",
  "An inquiry cannot be merged into itself.": "संदेश को उसी में नहीं मिलाया जा सकता।",

  // Tags, saved replies and saved views.
  "Choose a colour for the tag.": "टैग का रंग चुनें।",
  "Choose the tag to merge into.": "चुनें कि किस टैग में मिलाना है।",
  "Choose another tag to merge into.": "मिलाने के लिए कोई दूसरा टैग चुनें।",
  "An inquiry has at most {count} tags.": "एक संदेश पर ज़्यादा से ज़्यादा {count} टैग हो सकते हैं।",
  "An inquiry has at most {count} tags. Remove one first.": "एक संदेश पर ज़्यादा से ज़्यादा {count} टैग हो सकते हैं। पहले एक हटाएँ।",
  "List the tags to add by their ids.": "जो टैग लगाने हैं, उनकी ID की सूची दें।",
  "List the tags to remove by their ids.": "जो टैग हटाने हैं, उनकी ID की सूची दें।",
  "Say which tags are added and removed.": "बताएँ कि कौन से टैग लगें और कौन से हटें।",
  "This tag is no longer there. Choose another one.": "यह टैग अब नहीं है। कोई दूसरा चुनें।",
  "This tag is no longer there. Please reload the list.": "यह टैग अब नहीं है। कृपया सूची फिर लोड करें।",
  "There is a tag with this name already. Choose another name.": "इस नाम का टैग पहले से है। कोई दूसरा नाम चुनें।",
  "There are {count} tags, the most that there can be. Delete or merge one first.":
    "{count} टैग हैं, और इससे ज़्यादा नहीं हो सकते। पहले एक हटाएँ या मिलाएँ।",
  "Only owners, and agents whom an owner allowed, may merge and delete tags.":
    "टैग केवल मालिक मिला और हटा सकते हैं, और वे एजेंट जिन्हें किसी मालिक ने अनुमति दी है।",
  "Tags merged: {inquiries} moved.": "टैग मिलाए गए: {inquiries} में टैग बदला।",
  "Tag deleted: {inquiries} had it.": "टैग हट गया: यह {inquiries} पर लगा था।",
  "{unknown} cannot be filled in. Text may hold {known}.": "{unknown} नहीं भरा जा सकता। टेक्स्ट में ये हो सकते हैं: {known}।",
  "Give the texts in further languages by their codes.": "दूसरी भाषाओं के टेक्स्ट उनके कोड के साथ दें।",
  "A colleague has changed this reply in the meantime.": "इस बीच किसी साथी ने यह जवाब बदल दिया है।",
  "This reply is no longer there. Please reload the list.": "यह जवाब अब नहीं है। कृपया सूची फिर लोड करें।",
  "The list is full. Delete a reply that is no longer used first.":
    "सूची भर गई है। पहले कोई ऐसा जवाब हटाएँ जो अब काम का न हो।",
  "Reply deleted successfully": "जवाब हटा दिया गया",
  "Set a filter first, or another order.": "पहले कोई फ़िल्टर या दूसरा क्रम चुनें।",
  "Choose whether the team sees this view.": "चुनें कि यह व्यू टीम को दिखे या नहीं।",
  "There are too many saved views. Delete one that is no longer used first.":
    "सेव किए व्यू बहुत ज़्यादा हैं। पहले कोई ऐसा हटाएँ जो अब काम का न हो।",
  "This view is no longer there, or only its maker and owners may change it.":
    "यह व्यू अब नहीं है, या इसे केवल इसे बनाने वाले और मालिक बदल सकते हैं।",
  "View deleted successfully": "व्यू हटाया गया",

  // Blocked senders.
  "Choose whether the number is blocked.": "चुनें कि नंबर ब्लॉक हो या नहीं।",
  "Choose whether the address is blocked.": "चुनें कि पता ब्लॉक हो या नहीं।",
  "Say which sender is blocked again.": "बताएँ कि किस भेजने वाले को फिर ब्लॉक करना है।",
  "So many senders are blocked that no more can be. Unblock one first.":
    "इतने भेजने वाले ब्लॉक हैं कि और नहीं हो सकते। पहले किसी एक को अनब्लॉक करें।",
  "The visitor left no {what} that can be blocked.": "विज़िटर ने ऐसा कोई {what} नहीं दिया जिसे ब्लॉक किया जा सके।",
  "This sender is not blocked any more.": "यह भेजने वाला अब ब्लॉक नहीं है।",
  "Sender unblocked": "भेजने वाले को अनब्लॉक किया गया",
  "Sender blocked again": "भेजने वाले को फिर ब्लॉक किया गया",
  "It is too late to undo this. Block the sender from an inquiry of theirs.":
    "अब इसे वापस नहीं लिया जा सकता। भेजने वाले को उनके किसी संदेश से ब्लॉक करें।",

  // Reports.
  "The last day must not be before the first one.": "आख़िरी दिन पहले दिन से पहले का नहीं हो सकता।",
  "Choose at most {count} days.": "ज़्यादा से ज़्यादा {count} दिन चुनें।",

  // Settings.
  "Server must be a name such as {example}.": "“सर्वर” में {example} जैसा नाम होना चाहिए।",
  "Port must be a number from 1 to 65535.": "“पोर्ट” में 1 से 65535 तक की संख्या होनी चाहिए।",
  "Choose how the connection to the mail server is protected.": "चुनें कि ईमेल सर्वर से कनेक्शन का एन्क्रिप्शन क्या हो।",
  "Choose how the connection to the mailbox is protected.": "चुनें कि मेलबॉक्स से कनेक्शन का एन्क्रिप्शन क्या हो।",
  "List who is notified of an inquiry: an address in each line.": "डालें कि नए संदेश की सूचना किसे मिले: हर लाइन में एक पता।",
  "List at most {count} addresses.": "ज़्यादा से ज़्यादा {count} पते डालें।",
  "Address must be one such as {example}, without a user and a password.":
    "“पता” {example} जैसा होना चाहिए, बिना यूज़र और पासवर्ड के।",
  "Address must have at most 40 characters before the @, and no plus sign.":
    "“पता” में @ से पहले ज़्यादा से ज़्यादा 40 अक्षर हो सकते हैं, और प्लस का निशान नहीं हो सकता।",
  "Address must start with https://.": "“पता” https:// से शुरू होना चाहिए।",
  "Address must lead to a public address, not into this machine or a private network.":
    "“पता” किसी सार्वजनिक पते पर ले जाना चाहिए, इस मशीन या किसी निजी नेटवर्क में नहीं।",
  "Chat must be a number such as -1001234567890, or a channel's name such as @example_desk.":
    "“चैट” में -1001234567890 जैसा नंबर, या @example_desk जैसा चैनल का नाम होना चाहिए।",
  "Choose what becomes of an email that belongs to no inquiry.": "चुनें कि जो ईमेल किसी का जवाब नहीं है, उसका क्या हो।",
  "Choose how emails come in.": "चुनें कि ईमेल कैसे आते हैं।",
  "Days in the bin must be a whole number from 1 to {most}.":
    "“हटाए गए संदेश कितने दिन बिन में रहें” में 1 से {most} तक की पूरी संख्या होनी चाहिए।",
  "Days must be a whole number from 1 to 3650.":
    "“बंद संदेश कितने दिन बाद मिटाए जाएँ” में 1 से 3650 तक की पूरी संख्या होनी चाहिए।",
  "Choose whether visitors get an email that their inquiry has arrived.": "चुनें कि विज़िटरों को ईमेल से पावती मिले या नहीं।",
  "Choose what a notification contains: the reference only, or the whole message.":
    "चुनें कि सूचना में क्या हो: केवल रेफ़रेंस नंबर, या पूरा संदेश।",
  "Choose whether everybody in the team needs a second factor.": "चुनें कि टू-स्टेप वेरिफ़िकेशन टीम में सबके लिए ज़रूरी हो या नहीं।",
  "Choose whether visitors get an email at a reply on the private page.":
    "चुनें कि पेज पर जवाब आने पर विज़िटरों को ईमेल मिले या नहीं।",
  "Choose whether the site shows the measured response time.": "चुनें कि साइट जवाब मिलने का मापा गया समय दिखाए या नहीं।",
  "Choose whether new inquiries are assigned to the agents in turn.":
    "चुनें कि नए संदेश एजेंटों को बारी-बारी से सौंपे जाएँ या नहीं।",
  "Choose whether agents may delete several inquiries at once, and export.":
    "चुनें कि एजेंट संदेश एक्सपोर्ट कर सकें और एक साथ कई हटा सकें या नहीं।",
  "Set up {what}, or switch it off.": "इसे सेट अप करें, या बंद करें: {what}।",
  "Choose whether the webhook gets a new secret.": "चुनें कि वेबहुक को नया सीक्रेट मिले या नहीं।",
  "Choose whether pushed emails get a new secret.": "चुनें कि प्रोवाइडर के भेजे ईमेल को नया सीक्रेट मिले या नहीं।",
  "Token must be one such as {example}, as @BotFather gives it.":
    "“बॉट टोकन” {example} जैसा होना चाहिए, जैसा @BotFather देता है।",
  "Choose which delivery to test.": "चुनें कि सूचना के किस रास्ते का टेस्ट करना है।",
  "Set up a second factor of your own first.": "पहले अपना टू-स्टेप वेरिफ़िकेशन चालू करें।",
  "Set up email first: the acknowledgement is one.": "पहले ईमेल सेट अप करें: पावती ईमेल से जाती है।",
  "Choose TLS or STARTTLS: without encryption, the user, the password and the mail would cross the network in clear. Only this machine, or a host in the operator's MAIL_PLAIN_HOSTS, may do without.":
    "TLS या STARTTLS चुनें: एन्क्रिप्शन के बिना यूज़र, पासवर्ड और ईमेल नेटवर्क पर खुले जाएँगे। केवल यही मशीन, या ऑपरेटर की " +
    "MAIL_PLAIN_HOSTS सूची का कोई होस्ट, इसके बिना चल सकता है।",
  "Password is required where there is a user.": "यूज़र हो, तो “पासवर्ड” भरना ज़रूरी है।",
  "Type the password again: it is meant for another server or user.":
    "पासवर्ड फिर लिखें: मौजूदा पासवर्ड किसी दूसरे सर्वर या यूज़र का है।",
  "Somebody has changed the settings in the meantime.": "इस बीच किसी ने सेटिंग बदल दी हैं।",
  "The settings in the store were changed by something other than this program. Put the last good ones back first.":
    "डेटा स्टोर में सेटिंग इस प्रोग्राम के बाहर से बदली गई हैं। पहले पिछली सही सेटिंग बहाल करें।",
  "There is no alarm: the settings are good.": "कोई चेतावनी नहीं है: सेटिंग सही हैं।",
  "The settings have been deleted from the store.": "सेटिंग डेटा स्टोर से हटा दी गई हैं।",
  "The settings in the store have been changed by something other than this program.":
    "डेटा स्टोर में सेटिंग इस प्रोग्राम के बाहर से बदली गई हैं।",
  "The store holds older settings than those that were saved last.":
    "डेटा स्टोर में सेटिंग उनसे पुरानी हैं जो पिछली बार सेव हुई थीं।",
  "The settings in the store cannot be read.": "डेटा स्टोर में सेटिंग पढ़ी नहीं जा सकतीं।",
  "The store is damaged, and so is every copy of it.": "डेटा स्टोर खराब हो गया है, और उसकी हर कॉपी भी।",
  "Entry {number} does not fit: {why}.": "एंट्री {number} मेल नहीं खाती: {why}।",
  "it or an earlier entry was changed, or this program did not write it":
    "इसे या इससे पहले की किसी एंट्री को बदला गया है, या इसे इस प्रोग्राम ने नहीं लिखा",
  "it is not the entry that was written there": "यह वह एंट्री नहीं है जो वहाँ लिखी गई थी",
  "it is missing: the next one is {next}": "यह गायब है: अगली {next} है",
  "it is missing, with all up to {last}": "यह गायब है, और {last} तक की सभी भी",
  "the file that keeps the newest entry cannot be read": "सबसे नई एंट्री वाली फ़ाइल पढ़ी नहीं जा सकती",
  "the file that keeps the newest entry is missing, so a truncated log would go unnoticed":
    "सबसे नई एंट्री वाली फ़ाइल गायब है, इसलिए कटा हुआ अंत पकड़ में नहीं आएगा",

  // API tokens.
  "Choose what the token may do from the list.": "सूची से चुनें कि टोकन से क्या किया जा सकता है।",
  "Choose what the token may do.": "चुनें कि टोकन से क्या किया जा सकता है।",
  "To change or answer inquiries, the token must also be able to read them: add inquiries:read.":
    "संदेश बदलने या उनका जवाब देने के लिए टोकन उन्हें पढ़ भी सके, यह ज़रूरी है: “संदेश पढ़ना” भी चुनें।",
  "Choose a day from today on, at most two years from now.": "आज से लेकर ज़्यादा से ज़्यादा दो साल बाद तक का कोई दिन चुनें।",
  "There are {count} API tokens already. Revoke one first.": "पहले से {count} API टोकन हैं। पहले एक बंद करें।",
  "The token is revoked.": "टोकन बंद हो गया।",
  "This token is no longer there.": "यह टोकन अब नहीं है।",

  // What was sent, and tests of it.
  "Choose which messages to list: those that wait, that arrived, or that were given up.":
    "चुनें कि कौन से संदेश दिखें: जो इंतज़ार में हैं, जो भेजे गए, या जो नहीं जा सके।",
  "1 message is sent again.": "1 संदेश फिर भेजा जा रहा है।",
  "{count} messages are sent again.": "{count} संदेश फिर भेजे जा रहे हैं।",
  "The message is sent again.": "संदेश फिर भेजा जा रहा है।",
  "This reply is sent automatically in a moment.": "यह जवाब कुछ पल में अपने आप भेजा जाएगा।",
  "This message is no longer waiting. Please reload the log.": "यह संदेश अब इंतज़ार में नहीं है। कृपया लॉग फिर लोड करें।",
  "Send the value of the figure.": "आँकड़े का मान भेजें।",
  "Set PUBLIC_URL or enter an address first.": "पहले PUBLIC_URL सेट करें या कोई पता दर्ज करें।",
  "This is not the code of the last test.": "यह पिछले टेस्ट का कोड नहीं है।",
  "Send the code of the email.": "ईमेल में मिला कोड भेजें।",
  "Name an address to send it to first.": "पहले वह पता डालें जिस पर भेजना है।",
  "The mail server has taken the test. Look for it in the inbox, and among the spam.":
    "ईमेल सर्वर ने टेस्ट मैसेज ले लिया। उसे इनबॉक्स में और स्पैम में देखें।",
  "The receiver has taken the test.": "प्राप्तकर्ता ने टेस्ट मैसेज ले लिया।",
  "Telegram has taken the test. Look for it in the chat.": "Telegram ने टेस्ट मैसेज ले लिया। उसे चैट में देखें।",
  "Email is not set up.": "ईमेल सेट अप नहीं है।",
  "The webhook is not set up.": "वेबहुक सेट अप नहीं है।",
  "Telegram is not set up.": "Telegram सेट अप नहीं है।",
  "The mail password cannot be decrypted with this signing key. Enter it again.":
    "ईमेल का पासवर्ड इस साइनिंग कुंजी से डिक्रिप्ट नहीं हो सकता। उसे फिर से डालें।",
  "The webhook secret cannot be decrypted with this signing key. Make a new one.":
    "वेबहुक का सीक्रेट इस साइनिंग कुंजी से डिक्रिप्ट नहीं हो सकता। नया बनाएँ।",
  "The bot token cannot be decrypted with this signing key. Enter it again.":
    "बॉट टोकन इस साइनिंग कुंजी से डिक्रिप्ट नहीं हो सकता। उसे फिर से डालें।",
  "The mailbox is not on this machine, nor in MAIL_PLAIN_HOSTS: choose TLS or STARTTLS.":
    "मेलबॉक्स न इस मशीन पर है, न MAIL_PLAIN_HOSTS में: TLS या STARTTLS चुनें।",
  "The password of the mailbox cannot be decrypted with this signing key. Enter it again.":
    "मेलबॉक्स का पासवर्ड इस साइनिंग कुंजी से डिक्रिप्ट नहीं हो सकता। उसे फिर से डालें।",
  "The settings cannot be trusted. An owner has to look at them.":
    "सेटिंग पर भरोसा नहीं किया जा सकता। किसी मालिक को उन्हें देखना होगा।",
  // Of earlier versions, kept with their deliveries.
  "More than {count} mails went to this address within a day.": "एक दिन में इस पते पर {count} से ज़्यादा ईमेल गए।",
  "Daily limit of {count} emails reached.": "एक दिन में {count} ईमेल की सीमा पूरी हो गई।",
  "Nothing proves that the team wrote this text to this address. Read both in the inquiry, then send it again there.":
    "इसका कोई प्रमाण नहीं है कि टीम ने यह टेक्स्ट इस पते के लिए लिखा। संदेश में दोनों पढ़ें, फिर वहीं से दोबारा भेजें।",
  "Nothing proves that the team wrote this text, so that the visitor does not see it. Send it again if the team did.":
    "इसका कोई प्रमाण नहीं है कि यह टेक्स्ट टीम ने लिखा, इसलिए विज़िटर को यह नहीं दिखता। अगर टीम ने लिखा है, तो इसे दोबारा भेजें।",
  "It was not sent: the inquiry was in the bin, or the visitor wants no more emails.":
    "यह नहीं भेजा गया: संदेश बिन में था, या विज़िटर और ईमेल नहीं चाहते।",
  "This desk was restored from a backup: the message may have been sent already.":
    "यह डेस्क बैकअप से बहाल किया गया था: हो सकता है कि संदेश पहले ही भेजा जा चुका हो।",
  "The store is not available.": "डेटा स्टोर उपलब्ध नहीं है।",
  "The mail server is not available now.": "ईमेल सर्वर अभी उपलब्ध नहीं है।",
  "The mail server refused {count} of {all} addresses.": "ईमेल सर्वर ने {all} में से {count} पते ठुकरा दिए।",
  "The mail server refused the user or the password.": "ईमेल सर्वर ने यूज़र या पासवर्ड ठुकरा दिया।",
  "The mail server refused the user or the password ({code}).": "ईमेल सर्वर ने यूज़र या पासवर्ड ठुकरा दिया ({code})।",
  "The mail server refused the sender's or the receiver's address.": "ईमेल सर्वर ने प्रेषक या प्राप्तकर्ता का पता ठुकरा दिया।",
  "The mail server refused the sender's or the receiver's address ({code}).":
    "ईमेल सर्वर ने प्रेषक या प्राप्तकर्ता का पता ठुकरा दिया ({code})।",
  "The mail server refused the receiver's address ({code}).": "ईमेल सर्वर ने प्राप्तकर्ता का पता ठुकरा दिया ({code})।",
  "Email cannot go to an address of this form.": "इस तरह लिखे पते पर ईमेल नहीं जा सकता।",
  "There is no such mailbox: the address may be misspelt ({code}).":
    "ऐसा कोई मेलबॉक्स नहीं है: हो सकता है पता ग़लत लिखा हो ({code})।",
  "Nobody takes email for what follows the @: the address may be misspelt ({code}).":
    "@ के बाद लिखे नाम पर कोई ईमेल नहीं लेता: हो सकता है पता ग़लत लिखा हो ({code})।",
  "Email cannot go to an address of this form ({code}).": "इस तरह लिखे पते पर ईमेल नहीं जा सकता ({code})।",
  "The mailbox has moved elsewhere ({code}).": "मेलबॉक्स कहीं और चला गया है ({code})।",
  "The mailbox is closed or blocked ({code}).": "मेलबॉक्स बंद या ब्लॉक है ({code})।",
  "The mailbox is full ({code}).": "मेलबॉक्स भरा हुआ है ({code})।",
  "The email is too large for the receiver ({code}).": "ईमेल प्राप्तकर्ता के लिए बहुत बड़ा है ({code})।",
  "The receiver's mail server could not be reached ({code}).": "प्राप्तकर्ता के ईमेल सर्वर तक नहीं पहुँचा जा सका ({code})।",
  "The email went round in circles between mail servers ({code}).": "ईमेल अलग-अलग ईमेल सर्वरों के बीच घूमता रहा ({code})।",
  "The mail server refused it as unwanted, or by a rule of its own ({code}).":
    "ईमेल सर्वर ने इसे अनचाहा मानकर या अपने किसी नियम से ठुकरा दिया ({code})।",
  "The mail server wants a user and a password: an owner enters them in the settings ({code}).":
    "ईमेल सर्वर यूज़र और पासवर्ड माँगता है: कोई मालिक उन्हें सेटिंग में भरता है ({code})।",
  "The mail server wants encryption: an owner chooses TLS or STARTTLS in the settings ({code}).":
    "ईमेल सर्वर एन्क्रिप्शन माँगता है: कोई मालिक सेटिंग में TLS या STARTTLS चुनता है ({code})।",
  "The mail server does not take email from our From address ({code}).":
    "ईमेल सर्वर हमारे From पते से ईमेल नहीं लेता ({code})।",
  "The mail server does not trust our From address: an owner checks the domain's SPF, DKIM and DMARC ({code}).":
    "ईमेल सर्वर हमारे From पते पर भरोसा नहीं करता: कोई मालिक डोमेन का SPF, DKIM और DMARC जाँचता है ({code})।",
  "The mail server does not take it for the moment ({code}).": "ईमेल सर्वर इसे अभी नहीं लेता ({code})।",
  "Without encryption, email goes to this machine or a host in MAIL_PLAIN_HOSTS only. Choose TLS or STARTTLS.":
    "एन्क्रिप्शन के बिना ईमेल केवल इसी मशीन या MAIL_PLAIN_HOSTS के किसी होस्ट को जाता है। TLS या STARTTLS चुनें।",
  "The mail server offers no encryption that can be trusted.": "ईमेल सर्वर ऐसा एन्क्रिप्शन नहीं देता जिस पर भरोसा किया जा सके।",
  "The mail server refused the mail ({code}).": "ईमेल सर्वर ने ईमेल ठुकरा दिया ({code})।",
  "The visitor's mail server did not take it.": "विज़िटर के ईमेल सर्वर ने इसे नहीं लिया।",
  "The visitor's mail server did not take it ({code}).": "विज़िटर के ईमेल सर्वर ने इसे नहीं लिया ({code})।",
  "{problem} Choose STARTTLS, or the port for TLS, mostly 465.":
    "{problem} STARTTLS चुनें, या TLS का पोर्ट, आम तौर पर 465।",
  "Telegram does not know this bot: its token is not right.": "Telegram इस बॉट को नहीं जानता: इसका टोकन सही नहीं है।",
  "Telegram knows no such chat (400). Is the bot a member of it?":
    "Telegram ऐसी किसी चैट को नहीं जानता (400)। क्या बॉट उसका सदस्य है?",
  "Telegram does not let the bot write there (403).": "Telegram बॉट को वहाँ लिखने नहीं देता (403)।",
  "Telegram asks to wait (429).": "Telegram ने रुकने को कहा है (429)।",
  "Telegram answered {status}.": "Telegram का जवाब {status} था।",
  "Telegram: {problem}": "Telegram: {problem}",
  "The receiver answered with a redirect ({status}), which is not followed.":
    "प्राप्तकर्ता ने दूसरे पते पर भेजा ({status}), जहाँ नहीं जाया जाता।",
  "The receiver answered {status}.": "प्राप्तकर्ता का जवाब {status} था।",
  "The address does not start with https://.": "पता https:// से शुरू नहीं होता।",
  "The address leads into a private network, where nothing is sent.":
    "पता किसी निजी नेटवर्क में ले जाता है, जहाँ कुछ नहीं भेजा जाता।",
  "{who} did not answer in time.": "{who} से समय पर जवाब नहीं मिला।",
  "{who} could not be reached.": "{who} तक नहीं पहुँचा जा सका।",
  "{who} could not be reached ({code}).": "{who} तक नहीं पहुँचा जा सका ({code})।",
  "{who} cannot be reached.": "{who} तक नहीं पहुँचा जा सकता।",
  "{who} speaks no TLS on this port.": "{who} इस पोर्ट पर TLS नहीं समझता।",
  "{who} has a certificate that is not accepted ({code}).": "{who} का सर्टिफ़िकेट स्वीकार नहीं हुआ ({code})।",
  "{who} has a name that is not known.": "{who} का नाम नहीं मिला।",
  "{who} has a name that could not be looked up.": "{who} का नाम खोजा नहीं जा सका।",
  "{who} refused the connection.": "{who} ने कनेक्शन ठुकरा दिया।",
  "{who} broke the connection off.": "{who} ने कनेक्शन तोड़ दिया।",

  // The site.
  "Send the values of the site.": "साइट के मान भेजें।",
  "Send the values of the draft.": "ड्राफ़्ट के मान भेजें।",
  "The configuration file of the server decides what the site says; it cannot be changed here.":
    "साइट पर क्या दिखे, यह सर्वर की कॉन्फ़िगरेशन फ़ाइल तय करती है; इसे यहाँ नहीं बदला जा सकता।",
  "Another change waits already. Approve it or withdraw it first.":
    "एक बदलाव पहले से इंतज़ार में है। पहले उसे मंज़ूर करें या वापस लें।",
  "This is no longer there. Please reload the page.": "यह अब नहीं है। कृपया पेज फिर लोड करें।",
  "This has been changed since, so that it cannot be done by itself.":
    "इसके बाद फिर बदलाव हुआ है, इसलिए यह अकेले नहीं किया जा सकता।",
  "Somebody has changed the site in the meantime.": "इस बीच किसी ने साइट बदल दी है।",
  "This must be a PNG, WebP or JPEG picture.": "यह PNG, WebP या JPEG तस्वीर होनी चाहिए।",
  "This must be text.": "यह टेक्स्ट होना चाहिए।",
  "This must not be empty.": "इसे ख़ाली नहीं छोड़ा जा सकता।",
  "This must be at most {count} characters.": "इसमें ज़्यादा से ज़्यादा {count} अक्षर हो सकते हैं।",
  "This must be at most {count}.": "ये ज़्यादा से ज़्यादा {count} हो सकते हैं।",
  "This must be an address such as {example}.": "यह {example} जैसा पता होना चाहिए।",
  "This must be a day such as {example}.": "यह {example} जैसी तारीख़ होनी चाहिए।",
  "This must be a time such as {example}.": "यह {example} जैसा समय होना चाहिए।",
  "This must be a colour such as {example}.": "यह {example} जैसा रंग होना चाहिए।",
  "This must be a country with a calling code, such as {example}.": "यह कॉलिंग कोड वाला देश होना चाहिए, जैसे {example}।",
  "This must be a time zone such as {example}.": "यह {example} जैसा टाइम ज़ोन होना चाहिए।",
  "This must be a number such as {example}.": "यह {example} जैसा नंबर होना चाहिए।",
  "This must be a whole number from 18 to 99.": "यह 18 से 99 तक की पूरी संख्या होनी चाहिए।",
  "This must be an https address.": "यह https वाला पता होना चाहिए।",
  "This must be a picture that was chosen here.": "यह यहाँ चुनी गई तस्वीर होनी चाहिए।",
  "This must be smaller: use a simpler picture.": "यह छोटी होनी चाहिए: कोई सरल तस्वीर लें।",
  "This must be of a language of the site: {languages}.": "यह साइट की किसी भाषा का होना चाहिए: {languages}।",
  "This must be of a known kind.": "इसका प्रकार सूची में से होना चाहिए।",
  "This must be on known pages.": "इसके पेज सूची में से होने चाहिए।",
  "This must be on at least one page.": "यह कम से कम एक पेज पर होना चाहिए।",
  "This must end after it begins.": "यह शुरू होने के बाद ही ख़त्म होना चाहिए।",

  // Changes that carry trust.
  "It waits for the approval of another owner.": "इसे किसी दूसरे मालिक की मंज़ूरी चाहिए।",
  "It takes effect once its time is over. Until then every owner can stop it.":
    "यह समय पूरा होने पर लागू होगा। तब तक हर मालिक इसे रोक सकता है।",
  "The change is in effect.": "बदलाव लागू हो गया।",
  "Approved. It takes effect at its time.": "मंज़ूरी दी गई। यह अपने समय पर लागू होगा।",
  "The change is stopped.": "बदलाव रोक दिया गया।",
  "It counts as seen.": "इसे देखा हुआ माना गया।",
  "This change no longer waits. Please reload the page.": "यह बदलाव अब रुका हुआ नहीं है। कृपया पेज फिर से लोड करें।",
  "This counts as seen only in a session that is older than the change, or whose password and second factor are.":
    "इसे केवल उस सेशन में देखा हुआ माना जाता है जो इस बदलाव से पुराना है, या जिसका पासवर्ड और टू-स्टेप वेरिफ़िकेशन पुराने हैं।",
  "One of you has reset the other's password or second factor, so you cannot approve for each other. The operator of the server can allow it with approve-owner, or whose password was reset signs in with a second factor from before.":
    "आपमें से एक ने दूसरे का पासवर्ड या टू-स्टेप वेरिफ़िकेशन रीसेट किया है, इसलिए आप एक-दूसरे को मंज़ूरी नहीं दे सकते। सर्वर चलाने वाला approve-owner से इसकी अनुमति दे सकता है, या जिसका पासवर्ड रीसेट हुआ वह अपने पहले से चालू टू-स्टेप वेरिफ़िकेशन से साइन इन करे।",
  "A change of this section waits already. Approve or stop that one first.":
    "इस हिस्से का एक बदलाव पहले से रुका हुआ है। पहले उसे मंज़ूर करें या रोकें।",
  "A change like this waits already. Approve or stop that one first.":
    "ऐसा एक बदलाव पहले से रुका हुआ है। पहले उसे मंज़ूर करें या रोकें।",
  "Too many changes wait already. Approve or stop one first.": "बहुत से बदलाव पहले से रुके हुए हैं। पहले किसी को मंज़ूर करें या रोकें।",
  "Your new password works in 24 hours. Until then the old one does, and every owner can stop the change.":
    "आपका नया पासवर्ड 24 घंटे बाद काम करेगा। तब तक पुराना काम करता है, और हर मालिक इस बदलाव को रोक सकता है।",
  "A new password of this account waits already. An owner can stop it.":
    "इस अकाउंट का एक नया पासवर्ड पहले से रुका हुआ है। कोई मालिक उसे रोक सकता है।",
  "Nobody else could approve a change before {time} UTC.": "{time} UTC से पहले कोई और बदलाव मंज़ूर नहीं कर सकता।",
  "The other owner cannot approve what you change: one of you has reset the other's account.":
    "दूसरा मालिक आपके बदलाव मंज़ूर नहीं कर सकता: आपमें से एक ने दूसरे का अकाउंट रीसेट किया है।",
  "Name the time as the answer did.": "वही समय लिखें जो जवाब में था।",

  // Of any field, so after those of one.
  "{label} is required.": "“{label}” भरना ज़रूरी है।",
  "{label} must be text.": "“{label}” में केवल टेक्स्ट हो सकता है।",
  "{label} must be at most {count} characters.": "“{label}” में ज़्यादा से ज़्यादा {count} अक्षर हो सकते हैं।",
  "{label} must have at least {count} characters.": "“{label}” में कम से कम {count} अक्षर होने चाहिए।",
  "{label} must be an address such as {example}.": "“{label}” में {example} जैसा पता होना चाहिए।",
  "{label} must be a time such as 09:00.": "“{label}” में 09:00 जैसा समय होना चाहिए।",
};
