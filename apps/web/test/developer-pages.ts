// Jest cannot link two modules at once that are asked for at the same time: the pages come one by one before the layout.
import '../src/features/developers/developers.page.tsx'
import { GROUPS } from '../src/features/developers/frame/pages.ts'

for (const { load } of GROUPS.flatMap(({ pages }) => pages)) await load()
