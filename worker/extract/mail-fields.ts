/** Names of mail fields in other languages, by the name in RFC 5322. */
const TRANSLATED_NAMES: Record<string, string> = {
  from: 'von de da van från fra lähettäjä od feladó kimden gönderen από от от кого від מאת من از 差出人 发件人 寄件者 보낸사람 보낸 사람 प्रेषक จาก từ dari de la expéditeur remitente mittente',
  to: 'an à a para aan till til vastaanottaja do komu címzett kime alıcı προς кому אל إلى به 宛先 收件人 받는사람 받는 사람 को ถึง đến tới kepada către destinataire',
  cc: 'kopie copie copia kopia kopi kopio dw kópia másolatot kap bilgi κοιν копия копія עותק نسخة 抄送 副本 참조 สำเนา',
  date: 'datum datum date fecha data dato päivämäärä päiväys dátum tarih ημερομηνία дата תאריך التاريخ تاریخ 日付 日期 날짜 दिनांक วันที่ ngày tanggal dată',
  sent: 'gesendet envoyé enviado inviato verzonden skickat sendt lähetetty wysłano odesláno elküldve gönderildi στάλθηκε отправлено надіслано נשלח 送信日時 发送时间 보낸날짜 보낸 날짜',
  subject:
    'betreff objet asunto oggetto assunto onderwerp ämne emne aihe temat předmět predmet tárgy konu θέμα тема נושא الموضوع موضوع 件名 主题 主旨 제목 विषय เรื่อง tiêu đề perihal subjek subiect',
  priority:
    'priorität wichtigkeit priorité prioridad importancia importanza priorità prioriteit urgentie prioritet prioriteetti tärkeys ważność priorytet priorita důležitost prioritás fontosság önem öncelik προτεραιότητα важность приоритет важливість 重要度 重要性 중요도',
  attachments:
    'anlage anlagen anhang anhänge adjuntos allegati anexos bijlagen bilagor vedlegg załączniki вложения додатки 添付ファイル 附件',
};

const FIELD_OF_NAME = new Map(
  Object.entries(TRANSLATED_NAMES).flatMap(([field, names]) =>
    splitNames(names).map((name): [string, string] => [name, field]),
  ),
);

/** Splits a list of names, of which most have one word. */
function splitNames(names: string): string[] {
  const two = /(?:보낸|받는) (?:사람|날짜)|от кого|tiêu đề|de la|másolatot kap/gu;
  return [...(names.match(two) ?? []), ...names.replace(two, '').split(/\s+/u).filter(Boolean)];
}

/** The RFC 5322 name, in lower case, of a field in any language; an unknown name in lower case. */
export const mailField = (name: string): string => {
  const own = name.trim().toLowerCase();
  return FIELD_OF_NAME.get(own) ?? own;
};
