import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'

/** Returns the paths of all test files, relative to the project. It must run on Node 20, with which the test runner may be started. */
export const listTestFiles = () => ['libs', 'apps', 'tests'].flatMap(listTestFilesIn)

function listTestFilesIn(folder) {
  const files = readdirSync(join(project, folder), { withFileTypes: true }).flatMap(entry => {
    if (['node_modules', 'dist'].includes(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listTestFilesIn(path) : [path]
  })
  return files.filter(path => /\.test\.tsx?$/.test(path))
}
