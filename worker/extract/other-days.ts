/** Names of other kinds of days in opening hours, in lower case. */
const OTHER_DAYS = new Set(
  [
    'holiday, holidays, public holiday, public holidays, bank holiday, bank holidays, school holidays, weekday, weekdays, weekend, weekends, daily, every day, christmas, christmas eve, christmas day, boxing day, new year, new year’s eve, new year’s day, easter, easter monday, good friday',
    'feiertag, feiertage, feiertags, ferien, werktag, werktage, werktags, wochenende, täglich, weihnachten, heiligabend, silvester, neujahr, ostern',
    'fériés, jours fériés, vacances, week-end, en semaine, tous les jours, noël',
    'festivo, festivos, laborables, fin de semana, fines de semana, diario, todos los días, vacaciones, navidad',
    'festivi, feriali, fine settimana, tutti i giorni, natale',
    'feriado, feriados, dias úteis, fim de semana, fins de semana, todos os dias, natal',
    'feestdag, feestdagen, werkdagen, weekeinde, dagelijks, vakantie, kerst',
    'helgdag, helgdagar, röda dagar, vardagar, helger, dagligen, julafton',
    'helligdag, helligdage, helligdager, hverdage, hverdager, dagligt, daglig, juleaften, julaften',
    'pyhä, pyhät, pyhinä, pyhäpäivät, juhlapyhinä, arkisin, viikonloppuisin, päivittäin',
    'święta, dni robocze, codziennie, svátky, pracovní dny, víkend, víkendy, denně, sviatky, pracovné dni, denne',
    'ünnepnap, ünnepnapok, ünnepnapokon, hétköznap, hétvége, hétvégén, naponta, sărbători, zilnic',
    'tatil, resmi tatil, bayram, hafta içi, hafta sonu, her gün',
    'αργίες, καθημερινά, καθημερινές, σαββατοκύριακο',
    'праздники, праздничные дни, будни, выходные, ежедневно, свята, будні, вихідні, щодня',
    'חגים, ימי חול, ערב חג, العطل, العطل الرسمية, يوميا',
    '祝日, 祝祭日, 平日, 土日, 土日祝, 毎日, 年末年始, 공휴일, 평일, 주말, 매일, 节假日, 節假日, 假日, 工作日, 周末, 週末, 每天',
  ].flatMap((words) => words.split(', ')),
);

/** Whether a text names such days: `Holidays`, `Festivos`. `Pages` and `Home alone` do not. */
export const isOtherDay = (text: string) => OTHER_DAYS.has(text.toLowerCase().replace("'", '’'));
