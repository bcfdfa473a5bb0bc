from .paths_py import simple_paths as simple_paths
