import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findOptionalPrograms } from './optional-programs.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'daymark-path-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const installProgram = (name: string, script: string): string => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  return join(folder, name)
}

it('all programs are null if none is installed', async () => {
  const none = { exiftool: null, dcraw: null, tools: { perl: null, dcraw: null, prlimit: null } }
  expect(await findOptionalPrograms('')).toEqual(none)
  expect(await findOptionalPrograms(`/nowhere${delimiter}${folder}`)).toEqual(none)
})

it('programs are searched in the order of the path', async () => {
  const dcraw = installProgram('dcraw_emu', 'true')
  const found = await findOptionalPrograms(`/nowhere${delimiter}${folder}`)
  expect(found).toMatchObject({ dcraw, tools: { dcraw, prlimit: null } })
})

it('a Perl that cannot run ExifTool is not used', async () => {
  installProgram('perl', 'echo "Can\'t locate POSIX.pm in @INC" >&2; exit 2')
  expect(await findOptionalPrograms(folder)).toMatchObject({ exiftool: null, tools: { perl: null } })
})

it('a Perl that runs ExifTool is used, and the version of ExifTool is reported', async () => {
  const perl = installProgram('perl', 'echo 13.59')
  expect(await findOptionalPrograms(folder)).toMatchObject({ exiftool: '13.59', tools: { perl } })
})
