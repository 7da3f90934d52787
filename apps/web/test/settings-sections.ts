// Jest cannot link two modules that are requested at the same time, so the sections are imported sequentially before the
// page.
import '../src/features/settings/settings.page.tsx'
import { SECTIONS } from '../src/features/settings/sections.ts'

for (const { load } of SECTIONS) await load()
