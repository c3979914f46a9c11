export interface User {
  id: string;
  email: string;
  username: string;
}

/** The access token and its user, in the memory of each tab. */
export interface Credentials {
  accessToken: string;
  user: User;
}

export interface TokenPair extends Credentials {
  refreshToken: string;
}
