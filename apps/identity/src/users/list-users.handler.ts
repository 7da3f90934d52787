import { identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'
import { In } from 'typeorm'
import { User } from './user.entity.ts'

type Page = Input<typeof identity.listUsers>

/** As `state` of the entity; every column is in the index of the list. */
const STATES = {
  deleting: 'deletion_due_at IS NOT NULL',
  suspended: 'disabled AND deletion_due_at IS NULL',
  invited: 'invited AND NOT disabled AND deletion_due_at IS NULL',
  active: 'NOT invited AND NOT disabled AND deletion_due_at IS NULL',
}
/** One that was deleted meanwhile is placed by the moment that its id names. */
const BEHIND = `(created_at, id) < (coalesce((SELECT created_at FROM users WHERE id = $4), uuid_extract_timestamp($4)), $4)`

/** Newest account first: ids by the index alone, then the rows of one page. */
@Handles(identity.listUsers)
export class ListUsers implements Handler<typeof identity.listUsers> {
  constructor(private readonly db: Database) {}

  async handle(page: Page, actor: Actor) {
    requireSuperAdmin(actor)
    const [ids, total] = await Promise.all([page.limit ? this.ids(page) : [], page.counted ? this.count(page) : 0])
    if (!ids.length) return { users: [], total }
    const found = await this.db.repository(User).findBy({ id: In(ids) })
    const byId = new Map(found.map(user => [user.id, user]))
    return { users: ids.flatMap(id => byId.get(id)?.accountView() ?? []), total }
  }

  private async ids(page: Page): Promise<string[]> {
    const { limit, offset, after } = page
    if (after !== undefined && !isId(after)) return []
    const rows = await this.db.sql<{ id: string }>(
      `SELECT id FROM users WHERE ${chosen(page)} AND ${after === undefined ? '$4::uuid IS NULL' : BEHIND}
       ORDER BY created_at DESC, id DESC LIMIT $5 OFFSET $6`,
      [...valuesOf(page), after ?? null, limit, offset],
    )
    return rows.map(({ id }) => id)
  }

  private async count(page: Page): Promise<number> {
    const [row] = await this.db.sql<{ total: number }>(
      `SELECT count(*)::int AS total FROM users WHERE ${chosen(page)}`,
      valuesOf(page),
    )
    return row?.total ?? 0
  }
}

/** Of LIKE: they are looked for as they are. */
const SIGNS = /[\\%_]/g
/** What is not chosen by stays out of the statement's way. */
const chosen = ({ search, role, tier, state }: Page): string =>
  [
    search === undefined
      ? '$1::text IS NULL'
      : `search LIKE '%' || lower(normalize($1) COLLATE "und-x-icu") COLLATE "C" || '%'`,
    role === undefined ? '$2::text IS NULL' : 'role = $2',
    tier === undefined ? '$3::text IS NULL' : 'tier = $3',
    state === undefined ? 'true' : STATES[state],
  ].join(' AND ')
const valuesOf = ({ search, role, tier }: Page) => [
  search?.trim().replace(SIGNS, String.raw`\$&`) ?? null,
  role ?? null,
  tier ?? null,
]
