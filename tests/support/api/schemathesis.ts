import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { document, type Operation, operations } from './document.ts'

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'unsupported_method',
]
/** The seed makes all runs equal. Requests are at and beyond the limits of the document, for at most this time. */
const RUN = ['--seed', '1', '--phases', 'coverage', '--workers', '2', '--max-time', '50']
/** An alias of uploadImage. */
const WITHOUT = ['--exclude-operation-id', 'uploadImageAlias']
/** tests/architecture/routes.txt covers other methods of a path. */
const SETTINGS = '[phases.coverage]\nunexpected-methods = []\n'
/**
 * Python runs this file at its start. A garbage collection while hypothesis parses code fails with "AST constructor recursion depth
 * mismatch" in Python before 3.12 (https://github.com/python/cpython/issues/106905).
 */
const SITE_CUSTOMIZE = 'import gc\ngc.disable()\n'

type Api = { url: string; token: string; ids: Record<string, string> }

/** The output of schemathesis, or '' if it found no problem. `ids`: ids of existing resources by the first part of their path. */
export async function runSchemathesis({ url, token, ids }: Api): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daymark-schemathesis-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(withIds(ids)))
    await writeFile(join(folder, 'schemathesis.toml'), SETTINGS)
    await writeFile(join(folder, 'sitecustomize.py'), SITE_CUSTOMIZE)
    const args = ['run', file, '--url', `${url}/v1`, '-H', `Authorization: Bearer ${token}`, '--no-color']
    const child = spawn('schemathesis', [...args, '--checks', CHECKS.join(), ...RUN, ...WITHOUT], {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [[code], ...output] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
    const skipped = /^ *Skipped: (\d+)\n.*Time limit/m.exec(output.join('\n'))?.[1]
    if (skipped) console.warn(`schemathesis reached its time limit and skipped ${skipped} operations`)
    return code === 0 ? '' : output.join('\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The document with ids of existing resources, except for operations that delete them. */
function withIds(ids: Record<string, string>): object {
  const copy = structuredClone(document)
  for (const [method, path] of operations) {
    const id = ids[path.split('/')[1]!]
    const { parameters = [] } = copy.paths[path]![method] as Operation
    for (const field of parameters as { name?: string; schema?: object }[])
      if (field.name === 'id' && id && method !== 'delete') field.schema = { type: 'string', enum: [id] }
    // These headers would multiply the number of generated requests.
    copy.paths[path]![method]!.parameters = parameters.filter(
      field => !/IfNoneMatch|IfMatch|IfUnmodifiedSince/.test(JSON.stringify(field)),
    )
  }
  return copy
}
