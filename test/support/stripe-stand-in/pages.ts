import { act } from './actions.ts';
import type { ApiRequest } from './api.ts';
import type { Books } from './books.ts';
import { word } from './form.ts';
import type { Session, Subscription } from './objects.ts';
import { Refusal } from './refusal.ts';

/**
 * `/pay/<session>` and `/portal/<customer>`: a page, or the address that a pressed button leads to. @throws {Refusal}
 */
export function handlePage(
  books: Books,
  { method, path, query, form }: ApiRequest,
): { page: string } | { location: string } {
  const [, room, id = ''] = path.split('/');
  if (room === 'pay') {
    const session = books.session(id);
    if (method !== 'POST') return { page: checkoutPage(session) };
    books.pay(id);
    return { location: session.success_url.replace('{CHECKOUT_SESSION_ID}', id) };
  }
  if (room !== 'portal') throw new Refusal(404, { message: 'There is nothing here.' });
  if (method !== 'POST') return { page: portalPage(books, id, query.get('return_url') ?? '') };
  act(books, word(form, 'action') ?? '', word(form, 'subscription') ?? '');
  return { location: `${path}?${query}` };
}

/** The page on which a person pays. */
function checkoutPage(session: Session): string {
  if (session.status !== 'open')
    return page('Checkout', `<p>This checkout is ${session.status === 'complete' ? 'paid' : 'over'}.</p>`);
  return page(
    'Checkout',
    `<p>A subscription for ${money(session.amount_total)}.</p>
     <form method="post"><button>Pay</button></form>
     <p><a href="${escaped(session.cancel_url)}">Back without paying</a></p>`,
  );
}

/** The page on which a person manages subscriptions, and on which time can be advanced. */
function portalPage(books: Books, customer: string, returnUrl: string): string {
  const subscriptions = books.subscriptionsOf(customer).toReversed();
  const back = returnUrl ? `<p><a href="${escaped(returnUrl)}">Back</a></p>` : '';
  const list = subscriptions.map(subscriptionPart).join('') || '<p>No subscription.</p>';
  return page('Your subscription', list + back);
}

function subscriptionPart(subscription: Subscription): string {
  const { id, status, cancel_at_period_end: ending, ended_at: ended, items } = subscription;
  const [item] = items.data;
  const until = new Date((item?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10);
  const buttons = ended
    ? ''
    : [
        ending ? button('resume', 'Do not cancel') : button('cancel', 'Cancel at the end of the period'),
        button('cancel_now', 'Cancel now'),
        button('fail', 'Fail a payment'),
        button('recover', 'Recover'),
        button('renew', 'Renew'),
        button('give_up', 'Give up collecting'),
      ].join('');
  return `<section><h2>${id}</h2>
    <p>${item?.price.id}, ${money(item?.price.unit_amount ?? 0)}: <strong>${status}</strong> until ${until}${ending ? ', then cancelled' : ''}</p>
    <form method="post"><input type="hidden" name="subscription" value="${id}">${buttons}</form></section>`;
}

function button(action: string, words: string): string {
  return `<button name="action" value="${action}">${words}</button> `;
}

function money(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} (stand-in)</title>
    <style>body{font:1rem/1.5 sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}button{margin:0 .5rem .5rem 0}</style>
    <h1>${title}</h1><p><small>A stand-in for Stripe: no money moves.</small></p>${body}</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
