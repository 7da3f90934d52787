import type { Actor } from '@daymark/contracts'

export const actorOf = (userId: string, role: Actor['role'] = 'user'): Actor => ({ userId, role })
