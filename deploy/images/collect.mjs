// Collects the build results for the server image: the dist of each workspace, including the web application.
// usage: node collect.mjs FOLDER
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const [, , outputFolder] = process.argv
const unusedFiles = /\.d\.ts(\.map)?$|\.tsbuildinfo$|^dist\/\.vite(\/|$)/
for (const group of ['libs', 'apps']) {
  for (const name of readdirSync(group)) {
    // the test helpers and the published client are not part of the server
    if (group === 'libs' && ['testing', 'client'].includes(name)) continue
    const folder = `${group}/${name}`
    if (!existsSync(join(folder, 'dist'))) continue
    cpSync(join(folder, 'dist'), join(outputFolder, folder, 'dist'), {
      recursive: true,
      filter: path => !unusedFiles.test(path.slice(folder.length + 1)),
    })
  }
}
