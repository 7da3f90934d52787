import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { v1 } from './route.ts'

const category = 'Tokens'

/** rule 45: by session cookie or by bearer, as are all but the last. */
export const listTokens = v1('GET', '/v1/tokens', {
  auth: 'session',
  scope: 'read',
  answer: http.tokenList,
  doc: { id: 'listTokens', category, summary: 'List your tokens' },
})
export const createToken = v1('POST', '/v1/tokens', {
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
    category,
    summary: 'Make a token',
    description:
      'The answer alone holds the token; only its hash is kept. No token can make one that may do more than itself.',
  },
})
export const getToken = v1('GET', '/v1/tokens/:id', {
  auth: 'session',
  scope: 'read',
  answer: http.token,
  errors: ['TOKEN_NOT_FOUND'],
  doc: { id: 'getToken', category, summary: 'Get one of your tokens, without its secret' },
})
export const revokeToken = v1('DELETE', '/v1/tokens/:id', {
  auth: 'session',
  scope: 'admin',
  audited: true,
  answer: success,
  errors: ['TOKEN_NOT_FOUND'],
  doc: { id: 'revokeToken', category, summary: 'Revoke a token, at once' },
})
export const validateToken = v1('GET', '/v1/tokens/validate', {
  answer: http.validToken,
  doc: { id: 'validateToken', category, summary: 'Whose the token of this call is, what it may do, and for how long' },
})
