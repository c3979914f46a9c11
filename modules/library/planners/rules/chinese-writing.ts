/** Characters that differ between the two scripts of Chinese, in the same order. */
const TRADITIONAL =
  /[們個這來時會說國對學為與從東車見長門問間開關點電話頁買賣書筆畫號週請讓還過進運達遠選難雲風飛飯館麵魚鳥黃齊龍歲樂樣機氣沒測準湯滿潔災無獎環產療發盤確禮種稅節簡約紅級紙線經結給統綠網緊練總]/gu;
const SIMPLIFIED =
  /[们个这来时会说国对学为与从东车见长门问间开关点电话页买卖书笔画号周请让还过进运达远选难云风飞饭馆面鱼鸟黄齐龙岁乐样机气没测准汤满洁灾无奖环产疗发盘确礼种税节简约红级纸线经结给统绿网紧练总]/gu;
const SAMPLE_CHARACTERS = 2000;

/** Whether a Chinese text is written as in Taiwan and Hong Kong. */
export function isTraditional(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const count = (signs: RegExp) => sample.match(signs)?.length ?? 0;
  return count(TRADITIONAL) > count(SIMPLIFIED);
}
