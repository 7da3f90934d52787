import { errors, type PresetSettings, PRESETS, type PresetView } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

export const PRESET = `id, name, settings, expires_after_days AS "expiresAfterDays", ask_password AS "askPassword",
  is_default AS "isDefault", created_at AS "createdAt", updated_at AS "updatedAt"`
export type PresetRow = Omit<PresetView, 'leftOut' | 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

/** Two at once must not both be the last that is allowed, nor both be the default. */
export const presetsLock = (ownerId: string): string => `presets:${ownerId}`
export const holdPresets = (tx: Tx, ownerId: string): void =>
  void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [presetsLock(ownerId)])

type Named = { id: string; name: string; isDefault: boolean }

/** While they are held: room for it, a name of its own, and only one that new links begin with. */
export async function takePlace(tx: Tx, ownerId: string, { id, name, isDefault }: Named): Promise<void> {
  const others = await tx.sql<{ isNamesake: boolean }>(
    'SELECT lower(name) = lower($3) AS "isNamesake" FROM presets WHERE owner_id = $1 AND id <> $2',
    [ownerId, id, name],
  )
  if (others.length >= PRESETS.max) throw errors.PRESETS_FULL()
  if (others.some(({ isNamesake }) => isNamesake)) throw errors.PRESET_NAME_TAKEN()
  if (isDefault) void tx.sql('UPDATE presets SET is_default = false WHERE owner_id = $1 AND id <> $2', [ownerId, id])
}

/** Until when visitors of one link may pick is of that link alone. */
export const keptSettings = (settings: PresetSettings): PresetSettings =>
  settings.picks ? { ...settings, picks: { ...settings.picks, deadline: '' } } : settings
