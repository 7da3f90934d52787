import { z } from 'zod'
import { event, id } from '../define.ts'

/** A token was revoked. The gateway removes it from its cache. */
export const tokenRevoked = event('developer.token.revoked.v1', z.object({ tokenId: id, userId: id }), {
  lane: 'urgent',
})
