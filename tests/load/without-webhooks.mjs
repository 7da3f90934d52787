// Loaded before the server (`NODE_OPTIONS=--import …`): takes away what listens for webhooks, as reference for what that costs.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const main = process.argv[1] ?? ''
// The server's decoding processes inherit the option, and have no services.
if (main.endsWith(join('apps', 'daymark', 'dist', 'main.js'))) {
  const { developerService } = await import(pathToFileURL(createRequire(main).resolve('@daymark/developer')).href)
  const listening = developerService.subscribers
  developerService.subscribers = listening.filter(({ name }) => !name.startsWith('Tell'))
  if (developerService.subscribers.length === listening.length) throw new Error('nothing listens for webhooks')
}
