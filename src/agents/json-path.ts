/** A path of field names in a JSON file. */
export type JsonPath = readonly string[];
