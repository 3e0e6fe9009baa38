#include <node_api.h>

/* Before Node-API 10 only objects can be referenced, so a string is kept inside one. */
static inline napi_status reference_any(napi_env env, napi_value value, uint32_t count, napi_ref* result) {
	napi_valuetype type;
	napi_status status = napi_typeof(env, value, &type);
	if (status != napi_ok || type != napi_string) return napi_create_reference(env, value, count, result);
	napi_value box;
	status = napi_create_array_with_length(env, 1, &box);
	if (status == napi_ok) status = napi_set_element(env, box, 0, value);
	return status == napi_ok ? napi_create_reference(env, box, count, result) : status;
}

static inline napi_status read_any(napi_env env, napi_ref reference, napi_value* result) {
	napi_status status = napi_get_reference_value(env, reference, result);
	bool is_box = false;
	if (status == napi_ok && *result != NULL) status = napi_is_array(env, *result, &is_box);
	return status == napi_ok && is_box ? napi_get_element(env, *result, 0, result) : status;
}

#define napi_create_reference reference_any
#define napi_get_reference_value read_any
