import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../deploy/local/settings.mjs'

/** Paths of all files of tests, from the project's root; on any Node that can start the runner. */
export const testFiles = () => ['libs', 'apps', 'tests'].flatMap(filesIn)

function filesIn(folder) {
  const files = readdirSync(join(project, folder), { withFileTypes: true }).flatMap(entry => {
    if (['node_modules', 'dist', 'load', 'support'].includes(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(path) : [path]
  })
  return files.filter(path => /\.test\.tsx?$/.test(path))
}
