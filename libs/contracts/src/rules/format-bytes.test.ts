import { GB, TB } from './limits.ts'
import { formatBytes } from './format-bytes.ts'

it('L-VAL-01 sizes are shown in B, KB, MB, GB, TB with base 1024', () => {
  expect([0, 1, 1023, 1024, 1536, 1024 ** 2, 150 * GB, 1.5 * TB, 3 * TB, 5000 * TB].map(formatBytes)).toEqual([
    '0 B',
    '1 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '1 MB',
    '150 GB',
    '1.5 TB',
    '3 TB',
    '5000 TB',
  ])
})
