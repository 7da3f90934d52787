// Loaded before the server (`NODE_OPTIONS=--import …`). Removes the webhook subscribers, as a reference for their cost.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const main = process.argv[1] ?? ''
// Decoder processes inherit the option but have no services.
if (main.endsWith(join('apps', 'daymark', 'dist', 'main.js'))) {
  const { developerService } = await import(pathToFileURL(createRequire(main).resolve('@daymark/developer')).href)
  const listening = developerService.subscribers
  developerService.subscribers = listening.filter(({ name }) => !name.startsWith('Tell'))
  if (developerService.subscribers.length === listening.length)
    throw new Error('the developer service has no webhook subscribers')
}
