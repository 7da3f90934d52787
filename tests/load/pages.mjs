import { median, percentile } from './figures.mjs'
import { analyze, seedLibrary } from './seed.mjs'

const part = 'pages'
const PAGE = 50
const [SMALL_ALBUM, LARGE_ALBUM] = [50, 5000]

/** The speed of a page must not depend on the number of other photos in the library. */
export async function measurePages({ installation, report, counts }) {
  const { small, large } = counts.pages
  console.log(`  writing libraries of ${small} and ${large} photos …`)
  const few = await library(installation, small, [])
  const many = await library(installation, large, [SMALL_ALBUM, LARGE_ALBUM])
  await analyze(installation)
  for (const kind of kinds(few, many)) report.add({ part, atMost: 1.3, ...(await compare(kind, counts.pages)) })
  // These find and sort more photos, so they have no target.
  for (const [what, query, place] of [
    ['sorted by title, middle', 'sort=title', middle],
    ['search for a word, of 50 and of 5,000 found', 'q=wedding', images],
  ])
    report.add({ part, ...(await compare({ what, few: place(few, query), many: place(many, query) }, counts.pages)) })
}

export async function library(installation, photos, albumOf) {
  const owner = await installation.photographer()
  return { owner, photos, ...(await seedLibrary({ installation, owner, photos, albumOf })) }
}

export const images = ({ owner }, query, offset = 0) => ({
  owner,
  path: `/api/images?limit=${PAGE}&offset=${offset}${query && `&${query}`}`,
})
/** `share`: the share of the library that the query finds. */
export const middle = (one, query = '', share = 1) =>
  images(one, query, Math.floor((one.photos * share) / 2 - PAGE / 2))
const last = one => images(one, '', one.photos - PAGE)
const album = (one, size, offset) => ({
  owner: one.owner,
  path: `/api/albums/${one.albums.find(found => found.size === size).id}?limit=${PAGE}&offset=${offset}`,
})

function kinds(few, many) {
  const tenth = 1 / 10
  const inAlbum = (what, offset) => ({ what, few: album(many, SMALL_ALBUM, 0), many: album(many, LARGE_ALBUM, offset) })
  return [
    { what: 'newest photos', few: images(few, ''), many: images(many, '') },
    { what: 'middle of the library', few: middle(few), many: middle(many) },
    { what: 'oldest photos', few: last(few), many: last(many) },
    {
      what: 'of a tag, middle',
      few: middle(few, `tag_id=${few.tagId}`, tenth),
      many: middle(many, `tag_id=${many.tagId}`, tenth),
    },
    {
      what: 'favorites, middle',
      few: middle(few, 'is_favorite=true', tenth),
      many: middle(many, 'is_favorite=true', tenth),
    },
    inAlbum('album of 5,000 against 50, first', 0),
    inAlbum('album of 5,000 against 50, middle', LARGE_ALBUM / 2),
    inAlbum('album of 5,000 against 50, last', LARGE_ALBUM - PAGE),
  ]
}

/** Alternates per request. The median of the rounds ignores a round whose p99 was affected by other load. */
export async function compare({ what, few, many }, { rounds, each }) {
  for (let i = 0; i < 5; i++) for (const one of [few, many]) await timed(one)
  const p99 = { few: [], many: [] }
  for (let round = 0; round < rounds; round++) {
    const times = { few: [], many: [] }
    for (let i = 0; i < each; i++) {
      times.few.push(await timed(few))
      times.many.push(await timed(many))
    }
    for (const name of ['few', 'many']) p99[name].push(percentile(times[name], 0.99))
  }
  const [value, base] = [median(p99.many), median(p99.few)]
  const of = `${value.toFixed(1)} ms against ${base.toFixed(1)}, ${rounds} x ${each} requests each`
  return { what: `p99, ${what}`, value: value / base, of }
}

async function timed({ owner, path }) {
  const began = performance.now()
  const answer = await owner.send('GET', path)
  const took = performance.now() - began
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.content}`)
  // The comparison needs full pages.
  if (answer.content.length < PAGE * 500) throw new Error(`GET ${path}: the page is not full`)
  return took
}
