import { FileHashes } from './file-hashes.ts'
import { GetManifest, GetOwnManifest } from './manifests.handlers.ts'
import { Manifests } from './manifests.ts'

/** What sharing answers about the bytes that a link offers. */
export const manifestHandlers = [GetManifest, GetOwnManifest]
export const manifestProviders = [FileHashes, Manifests]
