import { compare, images, library, middle } from './pages.mjs'
import { analyze } from './seed.mjs'

const part = 'long-lists'

/** Like `pages`, with a library a hundred times as large, where list positions are found by checkpoints. */
export async function measureLongLists({ installation, report, counts }) {
  const { small, large } = counts.longLists
  console.log(`  writing libraries of ${small} and ${large} photos …`)
  const few = await library(installation, small, [])
  const many = await library(installation, large, [])
  await analyze(installation)
  const kinds = [
    ['newest photos', 1.3, one => images(one, '')],
    ['middle of the library', 1.3, one => middle(one)],
    ['of a tag, middle', 1.3, one => middle(one, `tag_id=${one.tagId}`, 1 / 10)],
    ['favorites, middle', 1.3, one => middle(one, 'is_favorite=true', 1 / 10)],
    ['sorted by title, middle', 2, one => middle(one, 'sort=title')],
  ]
  for (const [what, atMost, place] of kinds) {
    await placed(installation, many, place(many))
    report.add({ part, atMost, ...(await compare({ what, few: place(few), many: place(many) }, counts.longLists)) })
  }
}

/** The first request creates the checkpoints and is not measured. */
export async function placed(installation, { owner, tagId }, { path }) {
  const list = path.includes('tag_id') ? [tagId, 'number'] : [owner.userId, path.includes('title') ? 'title' : 'number']
  if (!/tag_id|is_favorite|title/.test(path)) return
  await owner.send('GET', path)
  const deadline = performance.now() + 60_000
  const sql = 'SELECT 1 FROM library.pagination_checkpoints WHERE list_id = $1 AND sort = $2 LIMIT 1'
  while (!(await installation.query(sql, list)).length) {
    if (performance.now() > deadline) throw new Error(`no checkpoints were created for ${path}`)
    await new Promise(done => setTimeout(done, 50))
  }
}
