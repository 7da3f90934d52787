import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { createPublicRouteFactory } from './route.ts'

const publicRoute = createPublicRouteFactory('Tokens')

/** Calls with `auth: 'session'` accept the session cookie of the web application as well as a token, for its screen Token Vault (rule 45). */
export const listTokens = publicRoute('GET', '/v1/tokens', {
  auth: 'session',
  scope: 'read',
  answer: http.tokenList,
  doc: { id: 'listTokens', summary: 'List tokens' },
})
export const createToken = publicRoute('POST', '/v1/tokens', {
  auth: 'session',
  scope: 'admin',
  audited: true,
  body: http.tokenBody,
  answer: http.createdToken,
  status: 201,
  location: ({ answer: { id } }) => `/v1/tokens/${id}`,
  errors: ['CONFLICT'],
  doc: {
    id: 'createToken',
    summary: 'Create a token',
    description:
      'Only this response contains the token, because the server stores only its hash. A token cannot create a token with more scopes than its own.',
  },
})
export const getToken = publicRoute('GET', '/v1/tokens/:id', {
  auth: 'session',
  scope: 'read',
  answer: http.token,
  errors: ['TOKEN_NOT_FOUND'],
  doc: { id: 'getToken', summary: 'Retrieve the name, scopes and expiry of a token' },
})
export const revokeToken = publicRoute('DELETE', '/v1/tokens/:id', {
  auth: 'session',
  scope: 'admin',
  audited: true,
  answer: success,
  errors: ['TOKEN_NOT_FOUND'],
  doc: { id: 'revokeToken', summary: 'Revoke a token immediately' },
})
export const validateToken = publicRoute('GET', '/v1/tokens/validate', {
  answer: http.validToken,
  doc: { id: 'validateToken', summary: 'Check whether your token is valid' },
})
