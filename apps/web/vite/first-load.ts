import { fileURLToPath } from 'node:url'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** What a visit can begin with, by area. `main` is part of all of them. */
const SCREENS: Record<string, string[]> = {
  main: ['main.tsx'],
  gallery: ['features/share/share.page.tsx'],
  signIn: ['app/session/sign-in-screen.tsx'],
  app: [
    'app/shell.tsx',
    'features/photos/photos.page.tsx',
    'features/albums/list/album-list.page.tsx',
    'features/albums/album.page.tsx',
  ],
}
/** first-screen.ts has the same sheets, and would import main with them. */
const SHEET = /(?<!\.module)\.css$/
/** They re-export modules of which each screen uses a few. */
const BARREL = /\/lucide-react\/|\/libs\/contracts\//
/**
 * Modules behind a barrel that main needs: what every icon imports, and the icons of error screens and uploads. An icon in a chunk of its own
 * imports React from main, so main must not import that chunk: it would run before React is defined.
 */
const OF_MAIN = /\/lucide-react\/dist\/esm\/(?!icons\/(?!(?:compass|upload)\.))|rolldown\/runtime/

/**
 * One chunk for the modules that the same areas need first. Without it there are 20 to 35 for each screen, most of them below 4 kB, and
 * on a phone each costs a round trip of one of six connections.
 */
export function firstLoadGroup() {
  let users: Map<string, string[]> | undefined
  const name = (id: string, graph: Graph) => {
    users ??= usersOfModules(graph)
    const areas = new Set(users.get(id))
    if (areas.has('main') || OF_MAIN.test(id)) return 'main'
    const isShared = (users.get(id)?.length ?? 0) > 1
    return isShared || areas.has('gallery') ? [...areas].join('-') : null
  }
  return { name }
}

function usersOfModules(graph: Graph) {
  const users = new Map<string, string[]>()
  for (const [area, files] of Object.entries(SCREENS))
    for (const file of files)
      for (const id of modulesOf(fileURLToPath(new URL(`../src/${file}`, import.meta.url)), graph))
        users.set(id, [...(users.get(id) ?? []), area])
  return users
}

/** Without the screen itself: it is imported dynamically, and as part of a larger chunk it would need a wrapper. */
function modulesOf(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (!BARREL.test(imported) && !SHEET.test(imported)) found.add(imported)
    }
  found.delete(entry)
  return found
}
