import { type About, blankAbout } from './about.ts';
import type { CalendarEvent, Recipe } from './blocks.ts';
import { imageOf, namesOf, textOf } from './item-values.ts';
import { eventAbout, jobAbout, productAbout, toEventTime, videoAbout } from './read-about.ts';
import { toRecipe } from './schema-recipe.ts';
import type { StructuredItem } from './structured-data.ts';

/** The metadata of a page's main subject. Texts as written, addresses not yet absolute. */
export interface PageData {
  about: About;
  title: string | null;
  description: string | null;
  author: string | null;
  siteName: string | null;
  /** As written. */
  publishedAt: string | null;
  imageUrl: string | null;
  /** The whole text of an article, for pages whose body does not show it. */
  body: string | null;
  /** The beginning of a thread's first post; empty for a thread without its words, null for other pages. */
  opening: string | null;
  recipe: Recipe | null;
  /** Whether the page offers work. */
  isJob: boolean;
  /** The events of a page that lists several. */
  events: CalendarEvent[];
}

const EVENT_TYPE = /(?:Event|Festival|Screening|Hackathon)$/;
const PRODUCT_TYPE =
  /^(?:Product|ProductGroup|ProductModel|IndividualProduct|Vehicle|Car|Book|\w{0,20}Application|VideoGame|Course|Movie|TVSeries)$/;
/** Places that people visit, with an address. */
const VISITED_TYPE =
  /^(?:Hotel|Hostel|Motel|Resort|Campground|BedAndBreakfast|Lodging\w{0,20}|VacationRental|Apartment|House|Accommodation|Restaurant|CafeOrCoffeeShop|BarOrPub|FoodEstablishment|LocalBusiness|TouristAttraction|Museum)$/;
const ARTICLE_TYPE = /(?:Article|Posting|Report|Review|HowTo|Blog)$/;
/** Posts with replies. */
const THREAD_TYPE = /^(?:DiscussionForumPosting|SocialMediaPosting)$/;
/** Videos and episodes, which have a length. */
const VIDEO_TYPE = /^(?:VideoObject|Movie|Clip|TVEpisode|AudioObject|PodcastEpisode|RadioEpisode)$/;
const MAX_EVENTS = 40;

/**
 * The main subject of a page: a recipe before an event, a product, an article, a video, because pages about the former also
 * contain the latter. Several events are a calendar; a page with several products is about none of them.
 */
export function readPageData(things: StructuredItem[], language: string | null): PageData | null {
  const itemsOfType = (pattern: RegExp) =>
    things.filter(({ types }) => types.some((type) => pattern.test(type)));
  for (const { values } of itemsOfType(/^Recipe$/)) {
    const recipe = toRecipe(values, language);
    if (recipe) return { ...pageData(blankAbout('recipe'), values), recipe };
  }
  const events = itemsOfType(EVENT_TYPE).filter(
    ({ values }) => toEventTime(textOf(values, 'startDate')) !== null,
  );
  const products = [...itemsOfType(PRODUCT_TYPE), ...itemsOfType(VISITED_TYPE)].filter(
    ({ values }) => values.offers !== undefined || values.aggregateRating,
  );
  // Reviews of visitors are many, or come after their subject. The page's own review contains its subject.
  const first = Math.min(...[...events, ...products].map((item) => things.indexOf(item)));
  const reviews = itemsOfType(/^Review$/).length;
  const isOpinion = (item: StructuredItem) =>
    item.types.includes('Review') && (reviews > 1 || things.indexOf(item) > first);
  const [article] = itemsOfType(ARTICLE_TYPE).filter((item) => !isOpinion(item));
  const [event] = events;
  if (event && events.length === 1) return pageData(eventAbout(event.values), event.values);
  if (events.length > 1 && !article)
    return { ...pageData(blankAbout('article'), {}), events: toCalendar(events) };
  const [product] = products;
  if (product && !article && products.length <= 4)
    return pageData(productAbout(product.values), product.values);
  const [job, ...jobs] = itemsOfType(/^JobPosting$/);
  if (job && jobs.length === 0) return jobData(job.values);
  const [question, ...others] = itemsOfType(/^Question$/);
  const thread = article?.types.some((type) => THREAD_TYPE.test(type))
    ? article
    : question && others.length === 0 && itemsOfType(/^QAPage$/).length > 0
      ? question
      : null;
  if (thread) return toThread(thread);
  if (article) return pageData(blankAbout('article'), article.values);
  const [video] = itemsOfType(VIDEO_TYPE);
  return video ? pageData(videoAbout(video.values), video.values) : null;
}

function jobData(values: Record<string, unknown>): PageData {
  const data = pageData(jobAbout(values), values);
  const of = { isJob: true, title: textOf(values, 'title') ?? data.title };
  return { ...data, ...of, publishedAt: textOf(values, 'datePosted') };
}

function toThread({ values }: StructuredItem): PageData {
  const data = pageData(blankAbout('article'), values);
  return { ...data, opening: data.body ?? textOf(values, 'text') ?? '' };
}

function pageData(about: About, values: Record<string, unknown>): PageData {
  return {
    about,
    title: textOf(values, 'headline', 'name'),
    description: textOf(values, 'description', 'abstract'),
    author: namesOf(values, 'author', 'creator', 'performer', 'brand'),
    siteName: textOf(values, 'publisher'),
    publishedAt: textOf(values, 'datePublished', 'uploadDate', 'dateCreated'),
    imageUrl: imageOf(values.image) ?? imageOf(values.thumbnailUrl),
    body: textOf(values, 'articleBody'),
    opening: null,
    recipe: null,
    isJob: false,
    events: [],
  };
}

function toCalendar(events: StructuredItem[]): CalendarEvent[] {
  const listed = events.slice(0, MAX_EVENTS).flatMap(({ values }) => {
    const { start, end, place } = eventAbout(values);
    const title = textOf(values, 'name');
    return start && title ? [{ title, start, end, place, note: null }] : [];
  });
  return listed.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
}
