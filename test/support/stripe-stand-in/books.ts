import {
  type Customer,
  type Event,
  later,
  type Metadata,
  newEvent,
  newInvoice,
  newSubscription,
  type Order,
  objectId,
  priceOf,
  type Session,
  type Subscription,
  type SubscriptionStatus,
  seconds,
} from './objects.ts';
import { missing, wrong } from './refusal.ts';

export interface CheckoutRequest extends Order {
  customer: string;
  client_reference_id: string | null;
  session_metadata: Metadata;
  success_url: string;
  cancel_url: string;
}

const SESSION_SECONDS = 24 * 3600;

/** The state and operations of Stripe. Every change is sent as events. */
export class Books {
  readonly customers = new Map<string, Customer>();
  readonly deletedCustomers = new Set<string>();
  /** Oldest first, like the other lists here. */
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly #orders = new Map<string, Order>();
  readonly #send: (event: Event) => void;
  readonly #url: string;

  constructor(url: string, send: (event: Event) => void) {
    this.#url = url;
    this.#send = send;
  }

  createCustomer(metadata: Metadata, email: string | null = null): Customer {
    const customer: Customer = {
      ...{ id: objectId('cus', 14), object: 'customer', created: seconds() },
      ...{ email, livemode: false, metadata, name: null },
    };
    this.customers.set(customer.id, customer);
    this.#emit('customer.created', customer);
    return customer;
  }

  /** The deletion of a customer ends its subscriptions. */
  deleteCustomer(id: string): void {
    const customer = this.#customer(id, 'id');
    for (const subscription of this.subscriptionsOf(id))
      if (!subscription.ended_at) this.cancelNow(subscription.id);
    this.customers.delete(id);
    this.deletedCustomers.add(id);
    this.#emit('customer.deleted', customer);
  }

  openSession(request: CheckoutRequest): Session {
    this.#customer(request.customer, 'customer', 400);
    const price = priceOf(request.price);
    if (!price) throw missing('price', request.price, 'line_items[0][price]', 400);
    const id = objectId('cs_test', 40);
    const session: Session = {
      id,
      object: 'checkout.session',
      amount_total: price.unit_amount,
      cancel_url: request.cancel_url,
      client_reference_id: request.client_reference_id,
      created: seconds(),
      currency: 'eur',
      customer: request.customer,
      expires_at: seconds() + SESSION_SECONDS,
      invoice: null,
      livemode: false,
      metadata: request.session_metadata,
      mode: 'subscription',
      payment_status: 'unpaid',
      status: 'open',
      subscription: null,
      success_url: request.success_url,
      url: `${this.#url}/pay/${id}`,
    };
    this.sessions.set(id, session);
    this.#orders.set(id, { price: request.price, metadata: request.metadata });
    return session;
  }

  expireSession(id: string): Session {
    const session = this.session(id);
    if (session.status !== 'open')
      throw wrong('Only Checkout Sessions with a status in ["open"] can be expired.');
    Object.assign(session, { status: 'expired', url: null });
    this.#emit('checkout.session.expired', session);
    return session;
  }

  /** The person pays on the checkout page. */
  pay(sessionId: string): Subscription {
    const session = this.session(sessionId);
    if (session.status !== 'open') throw wrong('This checkout is over.');
    this.#customer(session.customer, 'customer', 400);
    const order = this.#orders.get(sessionId) as Order;
    const subscription = this.subscribe(session.customer, order.price, order.metadata);
    Object.assign(session, {
      ...{ status: 'complete', payment_status: 'paid', url: null },
      ...{ subscription: subscription.id, invoice: subscription.latest_invoice },
    });
    this.#emit('checkout.session.completed', session);
    return subscription;
  }

  subscribe(customer: string, priceId: string, metadata: Metadata = {}): Subscription {
    const price = priceOf(priceId);
    if (!price) throw missing('price', priceId, 'price', 400);
    const subscription = newSubscription(customer, price, metadata);
    this.subscriptions.set(subscription.id, subscription);
    this.#emit('customer.subscription.created', subscription);
    this.#bill(subscription, 'subscription_create', true);
    return subscription;
  }

  /** The next period begins, paid or not. */
  renew(id: string, paid: boolean): Subscription {
    const subscription = this.#live(id);
    for (const item of subscription.items.data) {
      item.current_period_start = item.current_period_end;
      item.current_period_end = later(item.current_period_end, item.price.recurring.interval);
    }
    this.#bill(subscription, 'subscription_cycle', paid);
    return this.setStatus(id, paid ? 'active' : 'past_due');
  }

  /** The open amount is paid. */
  recover(id: string): Subscription {
    const subscription = this.#live(id);
    this.#bill(subscription, 'subscription_cycle', true);
    return this.setStatus(id, 'active');
  }

  setStatus(id: string, status: SubscriptionStatus): Subscription {
    const subscription = this.#live(id);
    subscription.status = status;
    this.#emit('customer.subscription.updated', subscription);
    return subscription;
  }

  cancelAtPeriodEnd(id: string, cancels: boolean): Subscription {
    const subscription = this.#live(id);
    subscription.cancel_at_period_end = cancels;
    subscription.canceled_at = cancels ? seconds() : null;
    this.#emit('customer.subscription.updated', subscription);
    return subscription;
  }

  cancelNow(id: string): Subscription {
    const subscription = this.#live(id);
    Object.assign(subscription, { status: 'canceled', canceled_at: seconds(), ended_at: seconds() });
    this.#emit('customer.subscription.deleted', subscription);
    return subscription;
  }

  portalAddress(customer: string, returnUrl: string): string {
    return `${this.#url}/portal/${customer}?${new URLSearchParams({ return_url: returnUrl })}`;
  }

  session(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw missing('checkout.session', id, 'session');
    return session;
  }

  subscription(id: string): Subscription {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw missing('subscription', id, 'id');
    return subscription;
  }

  subscriptionsOf(customer: string): Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer);
  }

  #customer(id: string, param: string, status?: number): Customer {
    const customer = this.customers.get(id);
    if (!customer) throw missing('customer', id, param, status);
    return customer;
  }

  /** An ended subscription cannot be changed, like one that does not exist. */
  #live(id: string): Subscription {
    const subscription = this.subscription(id);
    if (subscription.ended_at) throw missing('subscription', id, 'id');
    return subscription;
  }

  #bill(
    subscription: Subscription,
    reason: 'subscription_create' | 'subscription_cycle',
    paid: boolean,
  ): void {
    const invoice = newInvoice(subscription, reason, paid);
    subscription.latest_invoice = invoice.id;
    this.#emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  }

  #emit(type: string, object: object): void {
    this.#send(newEvent(type, object));
  }
}
