/** Ids that the examples have in common. */
export const INTENT_ID = '6f0e8a3c-1a53-4c0b-9a35-1d5f4f0f8a11'
export const OTHER_INTENT_ID = 'b7a5d0c2-4f6e-4c1d-8f0e-2f4b8f6d9a52'
export const SUBSCRIPTION_ID = '0d9c7b1e-58f4-4a3b-8e8d-6c1f2a7b3d40'
export const DELIVERY_ID = '3e6f1a90-7c2b-4d85-9b14-5a0d8c3f7e21'
/** What `widget_data` looks like; a real one is longer. */
export const WIDGET_DATA = 'eyJhY2Nlc3NfdG9rZW4iOiJleEFtUGxlIiwiYmFzZV91cmwiOiJodHRwczovL3BheS5leGFtcGxlIn0'
export const MANIFEST_DIGEST = 'sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb'
