import type { ArchivedAccount } from '@daymark/platform'

/** Hashes of tokens and sealed secrets of webhooks. Deliveries are not included. */
export const archivedAccount: ArchivedAccount = {
  tables: [
    { table: 'api_tokens', where: 't.user_id = $1', key: { id: 'uuid' } },
    { table: 'webhooks', where: 't.owner_id = $1', key: { id: 'uuid' } },
  ],
}
