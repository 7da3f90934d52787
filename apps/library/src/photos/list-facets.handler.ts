import { FACET_VALUES, library, type Actor, type http } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Row = http.Facet & { kind: string }

const listed = (kinds: string, order: string): string => `
  SELECT k.kind, f.value, f.photos AS count FROM unnest('{${kinds}}'::text[]) AS k(kind),
    LATERAL (SELECT value, photos FROM photo_facets WHERE owner_id = $1 AND kind = k.kind ORDER BY ${order} LIMIT ${FACET_VALUES}) AS f
  ORDER BY k.kind, ${order}`
const MOST_USED = listed('camera,lens,format,orientation', 'photos DESC, value')
const NEWEST = listed('year,month', 'value DESC')

@Handles(library.listFacets)
export class ListFacets implements Handler<typeof library.listFacets> {
  constructor(private readonly db: Database) {}

  async handle(_input: object, { userId }: Actor): Promise<http.ImageFacets> {
    const lists = await Promise.all([MOST_USED, NEWEST].map(sql => this.db.sql<Row>(sql, [userId])))
    const of = (kind: string): http.Facet[] =>
      lists
        .flat()
        .filter(row => row.kind === kind)
        .map(({ value, count }) => ({ value, count }))
    return {
      cameras: of('camera'),
      lenses: of('lens'),
      formats: of('format'),
      orientations: of('orientation'),
      years: of('year'),
      months: of('month'),
    }
  }
}
