import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { draftWith } from '../../../domain/shares/preset-choice.ts'
import { presets } from '../../../domain/shares/preset.queries.ts'
import { draftOf, type ShareDraft } from '../../../domain/shares/share-choice.ts'

type SetDraft = (change: (before: ShareDraft) => ShareDraft) => void

/** A new link starts with the default preset, unless settings were chosen already. */
export function usePresets(isNew: boolean, isUntouched: boolean, setDraft: SetDraft) {
  const { data = [] } = useCached(presets())
  const [chosenId, setChosenId] = useState<string | null>()
  const usual = isNew && isUntouched ? data.find(preset => preset.is_default) : undefined
  const chosen = data.find(({ id }) => id === chosenId)
  const choose = (preset: http.Preset | undefined) => {
    setChosenId(preset?.id ?? null)
    setDraft(before => {
      const { title, slug, password, passwordHint } = before
      return preset ? draftWith(before, preset) : { ...draftOf(), title, slug, password, passwordHint }
    })
  }
  // Not in an effect, so that the form never flashes without it.
  if (usual && chosenId === undefined) choose(usual)
  return { presets: data, chosen, choose }
}
