// Jest cannot link two modules at once that are asked for at the same time: the sections come one by one before the page.
import '../src/features/settings/settings.page.tsx'
import { SECTIONS } from '../src/features/settings/sections.ts'

for (const { load } of SECTIONS) await load()
