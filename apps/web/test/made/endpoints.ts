import { readEndpoints } from '../../vite/openapi.ts'

/** Replaces the module that the build generates from the OpenAPI document: the endpoints of the API. */
export const endpoints = readEndpoints()
