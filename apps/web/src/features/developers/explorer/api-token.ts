import { API_TOKEN, local } from '../../../lib/storage.ts'

/** The token that is stored in this browser. It is removed at sign-out and sent to the base address only. */
export const savedToken = () => local.getItem(API_TOKEN) ?? ''
export const saveToken = (token: string) => local.setItem(API_TOKEN, token)
export const clearToken = () => local.removeItem(API_TOKEN)
