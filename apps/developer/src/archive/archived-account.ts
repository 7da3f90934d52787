import type { ArchivedAccount } from '@daymark/platform'

/** Tokens as hashes, secrets of webhooks as they are sealed. What was delivered is not kept. */
export const archivedAccount: ArchivedAccount = {
  tables: [
    { table: 'api_tokens', where: 't.user_id = $1', key: { id: 'uuid' } },
    { table: 'webhooks', where: 't.owner_id = $1', key: { id: 'uuid' } },
  ],
}
