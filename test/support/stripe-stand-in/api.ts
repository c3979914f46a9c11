import type { Books } from './books.ts';
import { child, type Form, word, words } from './form.ts';
import { objectId, seconds } from './objects.ts';
import { missing, Refusal, wrong } from './refusal.ts';

export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: Form;
}

type Endpoint = [
  method: string,
  path: RegExp,
  answer: (books: Books, id: string, request: ApiRequest) => object,
];

const ENDPOINTS: Endpoint[] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['GET', /^\/v1\/customers\/(\w+)$/, readCustomer],
  ['DELETE', /^\/v1\/customers\/(\w+)$/, deleteCustomer],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions$/, listSessions],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, (books, id) => books.session(id)],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (books, id) => books.expireSession(id)],
  ['POST', /^\/v1\/billing_portal\/sessions$/, createPortal],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, (books, id) => books.subscription(id)],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, (books, id) => books.cancelNow(id)],
];

/** The part of Stripe's API for subscriptions. @throws {Refusal} */
export function handleApiRequest(books: Books, request: ApiRequest): object {
  for (const [method, path, respond] of ENDPOINTS) {
    const found = request.method === method && path.exec(request.path);
    if (found) return respond(books, found[1] ?? '', request);
  }
  throw new Refusal(404, { message: `Unrecognized request URL (${request.method}: ${request.path}).` });
}

function createCustomer(books: Books, _id: string, { form }: ApiRequest): object {
  return books.createCustomer(words(child(form, 'metadata')), word(form, 'email'));
}

function readCustomer(books: Books, id: string): object {
  if (books.deletedCustomers.has(id)) return { id, object: 'customer', deleted: true };
  const customer = books.customers.get(id);
  if (!customer) throw missing('customer', id, 'id');
  return customer;
}

function deleteCustomer(books: Books, id: string): object {
  books.deleteCustomer(id);
  return { id, object: 'customer', deleted: true };
}

function createSession(books: Books, _id: string, { form }: ApiRequest): object {
  const item = child(child(form, 'line_items'), '0');
  const price = word(item, 'price');
  const customer = word(form, 'customer');
  const [success_url, cancel_url] = [word(form, 'success_url'), word(form, 'cancel_url')];
  if (word(form, 'mode') !== 'subscription') throw wrong('Invalid mode: must be subscription here.', 'mode');
  if (!customer) throw wrong('Missing required param: customer.', 'customer');
  if (!price || word(item, 'quantity') !== '1') throw wrong('Missing required param: price.', 'line_items');
  for (const address of [success_url, cancel_url])
    if (!URL.canParse(address ?? '')) throw wrong('Not a valid URL', 'success_url');
  return books.openSession({
    ...{ customer, price, success_url: success_url as string, cancel_url: cancel_url as string },
    client_reference_id: word(form, 'client_reference_id'),
    session_metadata: words(child(form, 'metadata')),
    metadata: words(child(child(form, 'subscription_data'), 'metadata')),
  });
}

function listSessions(books: Books, _id: string, { path, query }: ApiRequest): object {
  const [customer, status] = [query.get('customer'), query.get('status')];
  const all = [...books.sessions.values()].filter(
    (one) => (!customer || one.customer === customer) && (!status || one.status === status),
  );
  return page(path, all, query);
}

function createPortal(books: Books, _id: string, { form }: ApiRequest): object {
  const customer = word(form, 'customer') ?? '';
  if (!books.customers.has(customer)) throw missing('customer', customer, 'customer', 400);
  const return_url = word(form, 'return_url') ?? '';
  return {
    ...{ id: objectId('bps'), object: 'billing_portal.session', configuration: 'bpc_StandIn' },
    ...{ created: seconds(), customer, flow: null, livemode: false, locale: null, return_url },
    url: books.portalAddress(customer, return_url),
  };
}

function listSubscriptions(books: Books, _id: string, { path, query }: ApiRequest): object {
  const [customer, status] = [query.get('customer'), query.get('status')];
  if (customer && !books.customers.has(customer) && !books.deletedCustomers.has(customer))
    throw missing('customer', customer, 'customer', 400);
  const all = [...books.subscriptions.values()].filter(
    (one) =>
      (!customer || one.customer === customer) &&
      (status === 'all' || (status ? one.status === status : one.status !== 'canceled')),
  );
  return page(path, all, query);
}

/** Newest first, like all of Stripe's lists. */
function page(url: string, all: { id: string }[], query: URLSearchParams): object {
  const limit = Number(query.get('limit') ?? 10);
  const newestFirst = all.toReversed();
  const from = newestFirst.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const data = newestFirst.slice(from, from + limit);
  return { object: 'list', data, has_more: newestFirst.length > from + limit, url };
}
