import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { OAuth2Server } from 'oauth2-mock-server';

/** The identity that the provider vouches for. */
export interface Persona {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
}

type Form = Record<string, string>;

/** A local OpenID provider that signs every visitor in as `persona`, and records what it is asked. */
export interface IdentityProvider {
  issuer: string;
  persona: Persona;
  /** Changes an ID token before it is signed. */
  alter: (token: { header: Record<string, unknown>; payload: Record<string, unknown> }) => void;
  /** Changes the response of the token endpoint. */
  changeResponse: (response: { statusCode: number; body: unknown }) => void;
  /** Status of the revocation endpoint, with the body. */
  revocation: { status: number; body?: unknown };
  tokenRequests: Form[];
  revocations: Form[];
  keyFetches: number;
  idToken(claims: Record<string, unknown>): Promise<string>;
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startIdentityProvider(port: number): Promise<IdentityProvider> {
  let server = await listening(port);
  const issuer = `http://127.0.0.1:${port}`;
  const provider: IdentityProvider = {
    issuer,
    persona: { sub: 'nobody' },
    alter: () => {},
    changeResponse: () => {},
    revocation: { status: 200 },
    tokenRequests: [],
    revocations: [],
    keyFetches: 0,
    idToken: (claims) =>
      server.issuer.buildToken({ scopesOrTransform: (_, payload) => void Object.assign(payload, claims) }),
    async rotateKeys() {
      await server.stop();
      server = await listening(port);
      wire();
    },
    stop: () => server.stop(),
    async start() {
      server = await listening(port, server.issuer.keys.toJSON(true)[0]);
      wire();
    },
  };

  function wire(): void {
    const { service, issuer: signer } = server;
    signer.url = issuer;
    service.on('beforeWellKnownOpenIdConfiguration', ({ body }) => {
      Object.assign(body, { revocation_endpoint: `${issuer}/revocations`, jwks_uri: `${issuer}/keys` });
    });
    service.addRoute('GET', '/keys', (_, response) => {
      provider.keyFetches += 1;
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ keys: signer.keys.toJSON() }));
    });
    service.addRoute('POST', '/revocations', (request, response) => {
      provider.revocations.push(request.body as Form);
      response.statusCode = provider.revocation.status;
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(provider.revocation.body ?? {}));
    });
    service.on('beforeTokenSigning', (token, request: IncomingMessage & { body: Form }) => {
      if (!('aud' in token.payload) || token.payload.aud !== request.body.client_id) return; // the access token
      Object.assign(token.payload, provider.persona);
      provider.alter(token);
    });
    service.on('beforeResponse', (response, request: { body: Form }) => {
      provider.tokenRequests.push(request.body);
      response.body.refresh_token = `grant-of-${request.body.client_id}-${createHash('sha256')
        .update(request.body.code ?? '')
        .digest('hex')}`;
      provider.changeResponse(response);
    });
  }
  wire();
  return provider;
}

async function listening(port: number, key?: Record<string, unknown>): Promise<OAuth2Server> {
  const server = new OAuth2Server();
  if (key) await server.issuer.keys.add(key);
  else await server.issuer.keys.generate('RS256');
  await server.start(port, '127.0.0.1');
  return server;
}
