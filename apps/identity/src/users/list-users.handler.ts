import { identity, type Input } from '@daymark/contracts'
import { Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { In } from 'typeorm'
import { User } from './user.entity.ts'

type ListInput = Input<typeof identity.listUsers>

/** SQL conditions for the states of a user; they must agree with `User.state`. The index of the list contains all of these columns. */
const STATE_CONDITIONS = {
  deleting: 'deletion_due_at IS NOT NULL',
  suspended: 'disabled AND deletion_due_at IS NULL',
  invited: 'invited AND NOT disabled AND deletion_due_at IS NULL',
  active: 'NOT invited AND NOT disabled AND deletion_due_at IS NULL',
}
/**
 * Selects the accounts after the last account of the previous page (`$4`). If that account was deleted, its creation time is read from its
 * id.
 */
const AFTER_CURSOR = `(created_at, id) < (coalesce((SELECT created_at FROM users WHERE id = $4), uuid_extract_timestamp($4)), $4)`

@RpcHandlers()
export class ListUsers {
  constructor(private readonly db: Database) {}

  /** Lists accounts, newest first. Reads the ids of a page from the index only, and then the rows. */
  @Handles(identity.listUsers)
  async listUsers(input: ListInput) {
    const [ids, total] = await Promise.all([
      input.limit ? this.findIds(input) : [],
      input.counted ? this.countUsers(input) : 0,
    ])
    if (!ids.length) return { users: [], total }
    const users = await this.db.repository(User).findBy({ id: In(ids) })
    const byId = new Map(users.map(user => [user.id, user]))
    return { users: ids.flatMap(id => byId.get(id)?.toAccountView() ?? []), total }
  }

  private async findIds(input: ListInput): Promise<string[]> {
    const { limit, offset, after } = input
    if (after !== undefined && !isId(after)) return []
    const rows = await this.db.sql<{ id: string }>(
      `SELECT id FROM users WHERE ${buildFilterConditions(input)} AND ${after === undefined ? '$4::uuid IS NULL' : AFTER_CURSOR}
       ORDER BY created_at DESC, id DESC LIMIT $5 OFFSET $6`,
      [...listFilterValues(input), after ?? null, limit, offset],
    )
    return rows.map(({ id }) => id)
  }

  private async countUsers(input: ListInput): Promise<number> {
    const [row] = await this.db.sql<{ total: number }>(
      `SELECT count(*)::int AS total FROM users WHERE ${buildFilterConditions(input)}`,
      listFilterValues(input),
    )
    return row?.total ?? 0
  }
}

/** Characters with a special meaning in LIKE, which must be escaped in search texts. */
const LIKE_WILDCARDS = /[\\%_]/g
/** Returns the SQL conditions for the filters in the request. */
const buildFilterConditions = ({ search, role, tier, state }: ListInput): string =>
  [
    search === undefined
      ? '$1::text IS NULL'
      : `search LIKE '%' || lower(normalize($1) COLLATE "und-x-icu") COLLATE "C" || '%'`,
    role === undefined ? '$2::text IS NULL' : 'role = $2',
    tier === undefined ? '$3::text IS NULL' : 'tier = $3',
    state === undefined ? 'true' : STATE_CONDITIONS[state],
  ].join(' AND ')
const listFilterValues = ({ search, role, tier }: ListInput) => [
  search?.trim().replace(LIKE_WILDCARDS, String.raw`\$&`) ?? null,
  role ?? null,
  tier ?? null,
]
