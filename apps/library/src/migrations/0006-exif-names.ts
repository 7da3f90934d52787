import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * EXIF is kept under the names it has inside. Code of before, if it still runs, goes on: it leaves out what it does not know, and
 * what it writes meanwhile is read under its former names (libs/contracts/src/exif.ts).
 */
export class ExifNames1760000000006 implements MigrationInterface {
  name = 'ExifNames1760000000006'
  /** Each step by itself, so that nobody waits for a photo longer than a step takes; what is done is not done again. */
  transaction = false
  async up(q: QueryRunner) {
    await rename(q, NAMES)
  }
  async down(q: QueryRunner) {
    await rename(
      q,
      NAMES.map(([before, after]) => [after, before]),
    )
  }
}

type Name = readonly [from: string, to: string]
const NAMES: Name[] = [
  ['exposure_time', 'exposureTime'],
  ['focal_length', 'focalLength'],
  ['focal_length_35mm', 'focalLength35mm'],
  ['white_balance', 'whiteBalance'],
  ['exposure_mode', 'exposureMode'],
  ['date_taken', 'dateTaken'],
]
const STEP = 1000

async function rename(q: QueryRunner, names: Name[]): Promise<void> {
  const from = `ARRAY[${names.map(([name]) => quoted(name)).join(', ')}]`
  const to = names.map(([before, after]) => `${quoted(after)}, exif -> ${quoted(before)}`).join(', ')
  const step = `
    WITH found AS (SELECT id FROM photos WHERE id > $1 AND exif ?| ${from} ORDER BY id LIMIT ${STEP}),
    renamed AS (
      UPDATE photos SET exif = jsonb_strip_nulls(jsonb_build_object(${to})) || (exif - ${from})
      WHERE id IN (SELECT id FROM found) RETURNING id
    )
    SELECT id FROM renamed ORDER BY id DESC LIMIT 1`
  for (let last: string | undefined = NONE; last;) last = (await q.query(step, [last]))[0]?.id
}

const NONE = '00000000-0000-0000-0000-000000000000'
const quoted = (text: string): string => `'${text}'`
