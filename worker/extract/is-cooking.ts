/**
 * Beginnings of words for common ingredients, in the languages of the fixed words. `FOOD_WITHIN` has words of languages
 * without spaces or with prefixes, which may occur anywhere.
 */
const FOOD_PREFIXES = [
  'flour|sugar|butter|eggs?|salt|onions?|garlic|oil|milk|cream|cheese|yeast|rice|pasta|tomato|potato|carrot|chicken|beef|lemon|banana|apple|zucchini|chocolate|honey',
  'mehl|zucker|salz|zwiebel|knoblauch|öl|milch|sahne|käse|hefe|reis|nudel|kartoffel|eier|tomate|essig|hähnchen',
  'farine|sucre|beurre|oeuf|œuf|sel|oignon|ail|huile|lait|crème|fromage|levure|riz',
  'harina|azúcar|mantequilla|huevo|sal|cebolla|ajo|aceite|leche|queso|arroz',
  'farinha|açúcar|manteiga|ovos?|alho|óleo|azeite|leite|queijo',
  'farina|zucchero|burro|uov[ao]|sale|cipoll|aglio|olio|latte|panna|formaggio|riso',
  'bloem|suiker|boter|eieren|zout|ui(?:en)?|knoflook|melk|kaas|rijst',
  'mjöl|socker|smör|ägg|lök|vitlök|mjölk|mel|sukker|smør|egg|æg|løg|løk|mælk|jauho|sokeri|voi(?:ta)?|muna|suola|sipuli|maito',
  'mąk|cukr|cukier|masł|jaj|sól|cebul|czosn|mlek|mouk|másl|vejc|vajíč|cibul|česnek|mlék|múk|masl|vajc|liszt|cukor|vaj|tojás|hagyma|tej|făin|zahăr|unt|ouă|sare|ceap|usturoi|lapte',
  'un|şeker|tereyağ|yumurta|tuz|soğan|sarımsak|süt|yağ',
  'αλεύρι|ζάχαρη|βούτυρο|αυγ|αλάτι|κρεμμύδι|σκόρδο|λάδι|γάλα',
  'мук|сахар|масл|яйц|яиц|сол|лук|чеснок|молок|творог|борошн|цукор|цибул|часник',
  'bột|đường|muối|trứng|hành|tỏi|dầu|sữa|thịt|tepung|gula|garam|telur|bawang|minyak|susu',
].join('|');
const FOOD_WITHIN =
  'دقيق|طحين|سكر|زبدة|بيض|ملح|بصل|ثوم|زيت|حليب|آرد|شکر|نمک|پیاز|روغن|קמח|סוכר|חמאה|ביצ|מלח|בצל|שמן|חלב|आटा|मैदा|चीनी|मक्खन|अंडे|नमक|प्याज|तेल|दूध|चावल|粉|糖|盐|鹽|蛋|卵|油|葱|姜|蒜|奶|肉|酱|醤|塩|しょうゆ|玉ねぎ|牛乳|밀가루|설탕|소금|계란|달걀|간장|기름|양파|마늘|우유|고기';
/** The same for actions in a kitchen, and its equipment. */
const COOKING_PREFIXES = [
  'mix|stir|melt|bake|fry|boil|cook|simmer|chop|slice|knead|whisk|beat|pour|peel|grate|mash|roast|preheat|oven|heat|season|drain|dough|batter|saucepan|fold',
  'kochen|köchel|backe|backofen|brat|anbrat|rühr|verrühr|misch|vermisch|vermeng|schneid|würfel|schäl|hacken|knet|schlag|gieß|reiben|erhitz|ofen|pfanne|topf|teig|dünst|abschmeck|garen',
  'mélang|cuire|cuisson|revenir|ajout|coupe[rz]|émin|épluch|fouett|batt|four|poêle|casserole|pâte|verse[rz]|mijot|bouill|enfourn|incorpor|pétri|râp',
  'mezcl|cocin|hornea|horno|freí|fría|fríe|cort|picar|bati|amas|añad|agreg|sart[ée]n|hierv|herv|pelar|sofr|cuec|cocer|rall',
  'mistur|coz|asse|assar|forno|frit|bata|bater|adicion|panela|ferv|refog|descas|massa',
  'mescol|cuoc|frigg|tagli|sbatt|impast|aggiung|padella|pentola|boll|sbucc|soffrigg|inforn|grattug|versa',
  'meng|roer|bakken|kook|snijd?|schil|klop|kneed|giet|deeg|verwarm',
  'blanda|rör|stek|koka|skär|hacka|vispa|ugn|knåda|häll|skala|grädda|rør|kok|skjær|hakk|ovn|elt|hell|stege|skær|hak|pisk|sekoit|paista|keitä|leikk|pilko|vatka|uuni|vaivaa|kaada|kuori|lisää',
  'wymiesza|miesza|piec|smaż|gotuj|pokró|krój|posiek|ubij|zagnie|wlej|obierz|dodaj|patelni|smích|mích|zamích|péct|upeč|peč|vař|uvař|nakráj|nakroj|troub|hně[tť]|nalij|oloup|přid|zmieš|mieš|rúr|pridáme|kever|süs|süt|főz|vág|aprít|reszel|gyúr|önts|hámoz|amest|coac|fierb|pră[jg]|cuptor|tigaie|adaug|toac|frămân',
  'karıştır|pişir|kızart|haşla|doğra|çırp|fırın|tava|yoğur|ekle|kavur|rendele',
  'ανακατ|ψήν|ψήσ|βράζ|βράσ|τηγαν|κόβ|κόψ|χτυπ|φούρν|ζυμώ|προσθ',
  'смеша|перемеш|жар|вар|свар|туш|нареж|порежь|взби|духов|сковород|тест|добав|вскип|запек|выпек|очист|зміша|смаж|наріж|збий|дода',
  'trộn|xào|nấu|luộc|chiên|rán|nướng|cắt|thái|ướp|chảo|nồi|khuấy|đun|campur|aduk|goreng|rebus|panggang|potong|tumis|masak|wajan|kocok|tuang',
].join('|');
const COOKING_WITHIN =
  'اخلط|نخلط|يخلط|تخلط|اطبخ|يطهى|اقلي|اسلق|يقطع|اخفق|فرن|مقلاة|اعجن|أضف|يضاف|نضيف|مخلوط|بپز|سرخ|خرد|بزن|تابه|اضافه|לערבב|מערבב|לבשל|מבשל|לטגן|מטגנ|לאפות|אופים|תנור|מחבת|חותכ|לקצוץ|להוסיף|מוסיפ|मिला|पका|भून|उबाल|काट|गूंध|डाल|炒|煮|切|拌|搅|攪|烤|蒸|炸|煎|腌|醃|炖|燉|焖|锅|鍋|烧|混ぜ|焼|茹で|ゆで|揚げ|オーブン|フライパン|こね|볶|끓|썰|섞|구워|굽|삶|튀기|오븐|냄비|반죽';
const wordsOf = (begins: string, within: string) => new RegExp(`(?<!\\p{L})(?:${begins})|${within}`, 'giu');
const FOOD_WORDS = wordsOf(FOOD_PREFIXES, FOOD_WITHIN);
const COOKING_WORDS = wordsOf(COOKING_PREFIXES, COOKING_WITHIN);
/** At least this many words: a single one may have another meaning, as in a remark about things to buy. */
const MIN_COOKING_WORDS = 2;
/** Money, days and clock times, which bills, plans and invitations have. */
const MONEY_OR_TIME =
  /[€$£¥₽₺₹₪]|\p{Nd}\s?(?:EUR|USD|CHF|zł|kr)(?!\p{L})|\p{Nd}[:h]\p{Nd}{2}(?!\p{Nd})|\p{Nd}{1,2}\.\p{Nd}{1,2}\.(?:\p{Nd}{2,4})?|\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}/u;

/** Whether a line says what to do in a kitchen. */
export const mentionsCooking = (line: string) => line.search(COOKING_WORDS) >= 0;

/** Whether lines with amounts name food and the text below them describes cooking. */
export function isCooking(ingredients: string[], steps: string[]): boolean {
  const done = steps.join('\n').match(COOKING_WORDS)?.length ?? 0;
  return (
    done >= MIN_COOKING_WORDS &&
    ingredients.some((line) => line.search(FOOD_WORDS) >= 0) &&
    ![...ingredients, ...steps].some((line) => MONEY_OR_TIME.test(line))
  );
}
