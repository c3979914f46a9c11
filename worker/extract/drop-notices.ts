import type { Block } from './blocks.ts';

/** Notices of a site among the paragraphs of an article: consent, subscription offers, disclosures. */
const NOTICES = [
  /\b(?:we(?:['’]ll| will)?|our partners|this (?:web)?site) (?:and our partners |also )?(?:use|uses|value|store|process)\b.{0,80}\b(?:cookies|privacy|personal data|consent)\b/i,
  /\b(?:accept|reject|manage) (?:all|cookies|preferences|settings|choices)\b/i,
  /\b(?:cookie|privacy) (?:policy|settings|preferences|notice)\b/i,
  /\b(?:wir|unsere partner)\b.{0,80}\b(?:cookies|datenschutz|einwilligung)\b/i,
  /\b(?:alle akzeptieren|einstellungen verwalten|tout accepter|aceptar todo|accetta tutti)\b/i,
  /\b(?:nous|nos partenaires)\b.{0,80}\bcookies\b/i,
  /\b(?:subscribe|sign up|register|log ?in|sign in)\b.{0,60}\b(?:to (?:continue|read|keep)|for (?:full|unlimited)|newsletter|now|today)\b/i,
  /\b(?:already a (?:subscriber|member)|create (?:a |your )?(?:free )?account|start your (?:free )?trial|complete digital access|digital access|cancel any ?time)\b/i,
  /[€$£]\s?\d[\d.,]*\s*(?:per|\/|a|for)\s*(?:month|week|year|mo)\b|\b\d[\d.,]*\s?[€$£] (?:pro|im|par) (?:monat|mois)\b/i,
  /\b(?:this|the rest of this) (?:article|story|content) is (?:for|only|available|reserved)\b/i,
  /\b(?:jetzt abonnieren|weiterlesen mit|bereits abonnent|abonnez-vous|réservé aux abonnés|suscríbete|hazte suscriptor)\b/i,
  /\b(?:affiliate links?|may earn a commission|as an amazon associate)\b/i,
  /\b(?:provisions-?links?|werbe-?links?|partnerlinks?|liens? affiliés?|enlaces? de afiliados?|link di affiliazione)\b/i,
  /^(?:haftungsausschluss|disclaimer|risikohinweis|rechtlicher hinweis|legal notice|avertissement|aviso legal)\s?[:：–-]/i,
  /\b(?:not|keine?|pas|ni) (?:(?:an?|eine|un|de|intended as|constitute|constituting) )?(?:investment|financial|legal|medical|anlage|finanz|rechts)-?(?: ?advice|beratung|empfehlung)\b/i,
  /\b(?:the )?(?:views|opinions) expressed (?:in this|here|are|by)\b/i,
  /\b(?:dieser (?:artikel|beitrag) (?:ist|wurde)|this (?:article|story|post) (?:is|was (?:published|written|last updated))|cet article (?:a|date)|este artículo tiene)\b.{0,20}\b(?:more than|over|mehr als|älter als|vor|plus de|más de)\b.{0,30}\b(?:years?|months?|jahre?n?|monate?n?|ans?|años?)\b/i,
  /\bnot for (?:release|distribution|publication)\b.{0,60}\b(?:in|into|to)\b/i,
  /\b(?:enable|turn on|requires?) javascript\b|\bjavascript (?:is )?(?:disabled|required)\b/i,
  /\bto (?:read|continue reading|view|see|access) (?:the )?(?:full|whole|rest|entire|complete)\b.{0,60}\b(?:join|sign ?in|log ?in|subscribe|register|upgrade)\b/i,
  /\b(?:subscribers|members) only$|\bexclusive(?:ly)?\b.{0,40}\b(?:subscriber|member)s?\b/i,
  /\b(?:in|for|to) (?:this|our|the|his|her|their) (?:free )?(?:weekly|daily|morning|evening) (?:e-?mail )?newsletter\b/i,
  /\bfor (?:your )?personal,? (?:and )?non-?commercial use\b|^\[?PR\]?$/i,
  /^submitted (?:on|by)\b.{0,60}\b\d{4}\b/i,
  /^explore this post and more from the\b/i,
  /\b(?:all rights reserved|terms of (?:use|service))\b|^©/i,
];
/** A longer paragraph is part of the article even if it matches. */
const MAX_NOTICE_CHARACTERS = 500;

/** An article about these topics keeps every paragraph. */
const NOTICE_TOPIC = /cookie|privacy|consent|datenschutz|subscri|paywall|javascript|affiliate/i;

/** Headings of a word or two with nothing below them, from which on they are the frame of what a script fills in. */
const MIN_BARE_HEADINGS = 3;
const BARE = /^\S{1,30}(?:\s\S{1,30})?$/u;

/** The blocks of a page without the notices among them, and without rows of bare headings. */
export function dropNotices(blocks: Block[], title: string | null): Block[] {
  return withoutBareHeadings(blocks).filter((block) => {
    if (block.kind !== 'paragraph' && block.kind !== 'heading' && block.kind !== 'item') return true;
    return !isNotice(block.text, title);
  });
}

function withoutBareHeadings(blocks: Block[]): Block[] {
  const isBare = blocks.map((block, at) => {
    const next = blocks[at + 1];
    const isEmpty =
      next === undefined ||
      (next.kind === 'heading' && block.kind === 'heading' && next.level <= block.level);
    return block.kind === 'heading' && isEmpty && BARE.test(block.text);
  });
  const bare = isBare.filter(Boolean).length;
  return bare >= MIN_BARE_HEADINGS ? blocks.filter((_, at) => !isBare[at]) : blocks;
}

/** Whether a text is a notice of a site rather than of an article with this title. */
export const isNotice = (text: string, title: string | null): boolean =>
  !(title && NOTICE_TOPIC.test(title)) &&
  text.length <= MAX_NOTICE_CHARACTERS &&
  NOTICES.some((notice) => notice.test(text));
